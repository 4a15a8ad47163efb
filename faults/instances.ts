import { EPISODES_AT_ONCE } from '../server/production/run/episodeQueue.ts';
import { eventually } from '../server/testing/eventually.ts';
import { openSeededRandom } from '../server/testing/random.ts';
import { assertEpisode } from './assertions/assertEpisode.ts';
import { assertAll } from './assertions/many.ts';
import type { Case } from './case.ts';
import { crash, describe } from './crash.ts';
import { buyAtOnce, finish, finishAll } from './episode.ts';
import { flood } from './flood.ts';
import { killRepeatedly } from './killLoop.ts';
import { halfSpoken, inTurn } from './killPoints.ts';
import { openLeaseTrace } from './leaseTrace.ts';

export const instances: Case[] = [
  { number: 25, name: 'two instances, many orders at once', run: sharedOut },
  { number: 25, name: 'two instances, one killed again and again', run: killRepeatedly },
  { number: 26, name: 'an instance paused past its lease', run: paused },
  { number: 36, name: 'a flood of paid orders', run: flood },
];

async function sharedOut(...[system, seed, orders = 3]: Parameters<Case['run']>): Promise<string> {
  const one = await system.product();
  const two = await system.start();
  const leaseTrace = await openLeaseTrace(system);
  const { episodes } = await buyAtOnce(system, openSeededRandom(seed), orders);
  await finishAll(episodes, system);
  const shares = [one, two].map(() => 0);
  for (const episode of episodes) {
    const maker = await leaseTrace.last(episode);
    shares[maker === one.name ? 0 : 1] = (shares[maker === one.name ? 0 : 1] ?? 0) + 1;
  }
  await two.end('SIGTERM');
  const broken = await assertAll(episodes, system);
  for (const episode of episodes) broken.push(...(await leaseTrace.shared(episode)));
  // With fewer orders, one instance may take them all.
  if (orders > EPISODES_AT_ONCE && shares.includes(0))
    broken.push('one of the two made all of them');
  if (broken.length) throw new Error(broken.join('\n'));
  return `${shares.join(' and ')} orders`;
}

async function paused(...[system, seed]: Parameters<Case['run']>): Promise<string> {
  const one = await system.product();
  const two = await system.start();
  const leaseTrace = await openLeaseTrace(system);
  const episode = await halfSpoken(system, openSeededRandom(seed), seed);
  const [holder, other] = (await leaseTrace.last(episode)) === one.name ? [one, two] : [two, one];
  const crashed = await crash(episode, system, async () => process.kill(holder.pid, 'SIGSTOP'));
  // Slow speech keeps the episode in production until the paused instance resumes.
  await system.setFaults({ elevenlabs: { latency: 3000 } });
  await eventually('the other one works on it', async () => {
    return (await leaseTrace.last(episode)) === other.name;
  });
  process.kill(holder.pid, 'SIGCONT');
  await eventually('the paused one lets go of it', async () => !(await system.worksOn(holder)));
  const isEnded = inTurn(seed, [true, false]);
  // The episode is back in the queue. The paused instance must not have emptied the queue.
  if (isEnded) await (other === one ? system.kill() : other.end('SIGKILL'));
  await system.setFaults({});
  await finish(episode, system);
  await two.end('SIGTERM');
  if (isEnded) {
    const successor = await system.start();
    await eventually('it sweeps up behind the dead', async () => !(await system.worksOn(other)));
    await successor.end('SIGTERM');
  }
  const broken = await leaseTrace.shared(episode);
  await assertEpisode(episode, crashed, system, { handovers: 4 }).catch((error) =>
    broken.push(error.message),
  );
  if (broken.length) throw new Error(broken.join('\n'));
  return `paused with ${describe(crashed)}${isEnded ? '; then the other one was killed' : ''}`;
}
