// `npm run samples`: which of the first demos are missing, and what they cost; with `--yes` a running
// instance makes them, after whatever was sold.
import '../server/app/env.ts';
import { parseArgs } from 'node:util';
import { openSamples } from '../server/production/demos/demoSamples.ts';
import { SAMPLE_MINUTES } from '../server/production/demos/first.ts';
import { openQueue } from '../server/production/run/episodeQueue.ts';
import { estimate } from '../server/supply/costs/estimate.ts';
import { command } from './command.ts';
import { dollars, withProduction } from './withProduction.ts';

command(async (readConfig) => {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  const config = readConfig();
  return withProduction(config, async ({ db, pool, models, voices, speakers, costs, prices }) => {
    const set = await models.current();
    const queue = await openQueue(pool);
    try {
      const samples = openSamples({ db, queue, voices, realSettings: speakers.realSettings });
      const missing = await samples.countMissing();
      if (!missing) return 'No demo is missing.';
      if ((await voices.list()).length < 2) {
        throw new Error(
          'No two voices are on sale: npm run voices -- --fill 70 --yes comes first.',
        );
      }
      const cost = missing * estimate(SAMPLE_MINUTES, set, prices);
      console.log(
        `${missing} demos of ${SAMPLE_MINUTES} minutes are missing. They cost about ${dollars(cost)}.`,
      );
      if (costs.cap !== null && (await costs.spentToday()) + cost > costs.cap) {
        throw new Error('That would exceed SPENDING_CAP: raise it, or wait until midnight UTC.');
      }
      if (!values.yes) return 'Nothing was bought. Say so with: npm run samples -- --yes';
      const ordered = await samples.makeMissing();
      return `${ordered} demos are on their way: a running instance makes them, after what was sold.`;
    } finally {
      await queue.stop();
    }
  });
});
