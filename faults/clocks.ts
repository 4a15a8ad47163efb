import { openBuyer } from '../server/testing/buyer.ts';
import { eventually } from '../server/testing/eventually.ts';
import { preload } from '../server/testing/preload.ts';
import { assertEpisode, handoversOf } from './assertions/assertEpisode.ts';
import { crash, describe } from './crash.ts';
import { finish } from './episode.ts';
import { halfSpoken } from './killPoints.ts';
import { openLeaseTrace } from './leaseTrace.ts';
import type { Case } from './system.ts';

const MINUTE = 60_000;
const STEPS = [2 * 24 * 60 * MINUTE, -10 * MINUTE];

/**
 * Each SIGUSR2 shifts the process's clock by the next of CLOCK_STEPS, ms from the true time. Timers
 * are unaffected, as on a real machine.
 */
function wrongClock(): void {
  const steps = (process.env.CLOCK_STEPS ?? '').split(',').map(Number);
  const TrueDate = Date;
  let offset = 0;
  globalThis.Date = class extends TrueDate {
    constructor(...given: unknown[]) {
      super(...((given.length ? given : [TrueDate.now() + offset]) as [number]));
    }
    static override now(): number {
      return TrueDate.now() + offset;
    }
  } as DateConstructor;
  process.on('SIGUSR2', () => {
    offset = steps.shift() ?? 0;
    console.log(`The clock is off by ${offset} ms`);
  });
}

/** Sessions, codes, leases and jobs use the database's clock. */
export const clockStep: Case['run'] = async (system, random) => {
  await system.kill('SIGTERM');
  const env = { NODE_OPTIONS: preload(wrongClock), CLOCK_STEPS: STEPS.join() };
  const jumping = await system.product(env);
  const steady = await system.start();
  const leaseTrace = await openLeaseTrace(system);
  const buyer = await openBuyer(jumping.url, system);
  const codes = [`GOOD-${jumping.pid}`, `OVER-${jumping.pid}`];
  await system.pool.query(
    `insert into discount_codes (code, discount_percent, expires_at)
     values ($1, 10, now() + interval '1 day'), ($2, 10, now() - interval '5 minutes')`,
    codes,
  );
  const episode = await halfSpoken(system, random);
  const broken: string[] = [];

  async function jump(): Promise<void> {
    const before = jumping.output().length;
    process.kill(jumping.pid, 'SIGUSR2');
    await eventually('the clock has jumped', async () =>
      jumping.output().slice(before).includes('The clock is off by'),
    );
    const me = (await (await buyer.fetch('/api/auth/me')).json()) as { user: unknown };
    if (!me.user) broken.push('a session was over');
    const taken = await Promise.all(codes.map((code) => isTaken(jumping.url, code)));
    if (taken.join() !== 'true,false') broken.push(`codes were taken: ${taken}`);
  }

  const crashed = await crash(episode, system, jump);
  await jump();
  await finish(episode, system);
  await steady.end('SIGTERM');
  broken.push(...(await leaseTrace.shared(episode)));
  const taken = (await handoversOf([episode], system)).get(episode.id);
  if (taken) broken.push(`it was taken over ${taken} times`);
  // Links to the audio are signed with a time: listen on the instance whose clock is right.
  await system.kill('SIGTERM');
  await assertEpisode(episode, crashed, system).catch((error) => broken.push(error.message));
  if (broken.length) throw new Error(broken.join('\n'));
  return `jumped with ${describe(crashed)}`;
};

async function isTaken(url: string, discountCode: string): Promise<boolean> {
  const reply = await fetch(`${url}/api/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ duration: 10, discountCode }),
  });
  await reply.arrayBuffer();
  return reply.ok;
}
