// Runs histories of payments, refunds, chargebacks, rejections, deletions, outages and kills, and
// checks for each: money received = money for deliveries + refunds + pending amounts.
//   npm run money -- [--histories 10000] [--seed 123]
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { type History, histories, openMoneyHistories } from '../server/testing/moneyHistory.ts';
import startTestPostgres from '../server/testing/postgres.ts';

const THREADS = 2;

interface Share {
  count: number;
  seed: number;
}
type Message = { isDone: true } | { isDone: false; report: string };

if (isMainThread) await playAll();
else await play(workerData as Share);

async function playAll(): Promise<void> {
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
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${count} histories of seed ${seed}`);
  let played = 0;
  let broken = 0;
  const receive = (message: Message) => {
    if (message.isDone && ++played % 1000 === 0) console.log(`${played} played, ${seconds()} s`);
    if (!message.isDone) {
      broken++;
      console.log(message.report);
    }
  };
  try {
    const shares = Array.from({ length: THREADS }, (_, n): Share => {
      return { count: Math.ceil((count - n) / THREADS), seed: seed + n };
    });
    await Promise.all(shares.map((share) => runThread(share, receive)));
  } finally {
    await endPostgres();
  }
  if (broken) process.exitCode = 1;
  else {
    console.log(
      `The money of all ${played} histories is accounted for (seed ${seed}, ${seconds()} s)`,
    );
  }
}

async function runThread(share: Share, receive: (message: Message) => void): Promise<void> {
  if (share.count < 1) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  new Worker(new URL(import.meta.url), { workerData: share })
    .on('message', receive)
    .on('error', reject)
    .on('exit', resolve);
  await promise;
}

async function play({ count, seed }: Share): Promise<void> {
  const send = (message: Message) => parentPort?.postMessage(message);
  const runner = await openMoneyHistories();
  try {
    const verdict = await fc.check(
      fc.asyncProperty(histories, async (history: History) => {
        const wrong = await runner.run(history);
        send({ isDone: true });
        if (wrong.length) throw new Error(wrong.join('; '));
      }),
      { numRuns: count, seed },
    );
    if (!verdict.failed) return;
    const report = `${String(verdict.errorInstance)}\n${fc.defaultReportMessage(verdict)}`;
    send({ isDone: false, report });
  } finally {
    await runner.close();
  }
}
