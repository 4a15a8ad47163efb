import { openTestApp } from '../testing/app.ts';
import { describeForgery } from '../testing/describeForgery.ts';
import { HOUSE_WITH_LETTERS } from '../testing/house.ts';

describeForgery(await openTestApp({ work: false, env: HOUSE_WITH_LETTERS }));
