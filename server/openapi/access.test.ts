import { openTestApp } from '../testing/app.ts';
import { describeAccess } from '../testing/describeAccess.ts';

describeAccess(await openTestApp({ work: false, env: { METRICS_TOKEN: 'nobody-knows-this-one' } }));
