import { openTestApp } from '../testing/app.ts';
import { describeAccess } from '../testing/describeAccess.ts';
import { HOUSE_WITH_LETTERS } from '../testing/house.ts';

const env = { ...HOUSE_WITH_LETTERS, METRICS_TOKEN: 'nobody-knows-this-one' };
describeAccess(await openTestApp({ work: false, env }));
