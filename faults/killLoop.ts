import { setTimeout as passed } from 'node:timers/promises';
import { openSeededRandom } from '../server/testing/random.ts';
import { assertAll } from './assertions/many.ts';
import type { Case } from './case.ts';
import { storesClip } from './crash.ts';
import { buyAtOnce, finishAll } from './episode.ts';
import { openLeaseTrace } from './leaseTrace.ts';

/** With 100 orders: a kill every 20 s for five minutes. With fewer: in proportion. */
const SECONDS_PER_ORDER = 0.2;
const KILLS_PER_ORDER = 0.15;

/** A process that is killed before it has work proves little. */
const LEAST_SECONDS = 4;
const LEAST_KILLS = 2;

export const killRepeatedly: Case['run'] = async (system, seed, orders = 4) => {
  await system.product();
  let other = await system.start();
  const leaseTrace = await openLeaseTrace(system);
  const { episodes } = await buyAtOnce(system, openSeededRandom(seed), orders);
  const every = Math.max(LEAST_SECONDS, orders * SECONDS_PER_ORDER);
  const kills = Math.max(LEAST_KILLS, Math.round(orders * KILLS_PER_ORDER));
  let storing = 0;
  for (let kill = 0; kill < kills; kill++) {
    await passed(every * 1000);
    storing += system.proxy.calls.filter((call) => storesClip(call) && call.ended === null).length;
    if (kill % 2) {
      await other.end('SIGKILL');
      other = await system.start();
    } else {
      await system.kill();
      await system.product();
    }
  }
  await finishAll(episodes, system);
  await other.end('SIGTERM');
  const broken = await assertAll(episodes, system, { count: kills, storing });
  for (const episode of episodes) broken.push(...(await leaseTrace.shared(episode)));
  if (broken.length) throw new Error(broken.join('\n'));
  return `${orders} orders, ${kills} kills, one every ${every} s`;
};
