import { openTestApp } from '../testing/app.ts';
import { describeForgery } from '../testing/describeForgery.ts';

describeForgery(await openTestApp({ work: false }));
