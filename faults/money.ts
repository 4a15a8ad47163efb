// Plays histories of payments, refunds, chargebacks, rejections, deletions, outages and kills, and
// holds each to: what came in = what was delivered + what went back + what is waiting for somebody.
//   npm run money -- [--histories 10000] [--seed 123]
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { type History, histories, openLedgers } from '../server/testing/moneyHistory.ts';
import startTestPostgres from '../server/testing/postgres.ts';

const { values: options } = parseArgs({
  options: { histories: { type: 'string', default: '1000' }, seed: { type: 'string' } },
});
const count = Number(options.histories);
const seed = Number(options.seed ?? randomInt(1_000_000));
if (!(Number.isInteger(count) && count > 0 && Number.isInteger(seed))) {
  console.error('--histories how many, --seed the number that chooses them');
  process.exit(2);
}

const endPostgres = await startTestPostgres();
const ledgers = await openLedgers();
const began = performance.now();
let played = 0;
console.log(`${count} histories of seed ${seed}`);
try {
  const verdict = await fc.check(
    fc.asyncProperty(histories, async (history: History) => {
      const wrong = await ledgers.run(history);
      if (++played % 1000 === 0) console.log(`${played} played, ${seconds()} s`);
      if (wrong.length) throw new Error(wrong.join('; '));
    }),
    { numRuns: count, seed, endOnFailure: false },
  );
  console.log(
    verdict.failed
      ? fc.defaultReportMessage(verdict)
      : `The money of all ${count} histories is accounted for (seed ${seed}, ${seconds()} s)`,
  );
  process.exitCode = verdict.failed ? 1 : 0;
} finally {
  await ledgers.close();
  await endPostgres();
}

function seconds(): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}
