import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../server/testing/eventually.ts';
import { type Cluster, ownCluster } from '../server/testing/ownCluster.ts';
import { freePort } from '../server/testing/processes.ts';
import { assertEpisode } from './assertions/assertEpisode.ts';
import { crash, describe } from './crash.ts';
import { finish } from './episode.ts';
import { halfSpoken } from './killPoints.ts';
import { type Case, openSystem, type System } from './system.ts';

async function inOwnWorld(use: (system: System, cluster: Cluster) => Promise<string>) {
  const cluster = await ownCluster();
  const system = await openSystem(Promise.resolve(cluster));
  try {
    return await use(system, cluster);
  } finally {
    await system.close();
  }
}

/** The process and its job survive. */
export const restartMidJob: Case['run'] = (_shared, random) =>
  inOwnWorld(async (system, cluster) => {
    const episode = await halfSpoken(system, random);
    const { pid } = await system.product();
    const crashed = await crash(episode, system, async () => {
      await cluster.restart();
      await eventually('the database answers us', () => answers(system));
    });
    await finish(episode, system);
    process.kill(pid, 0);
    await assertEpisode(episode, crashed, system);
    return `restarted with ${describe(crashed)}`;
  });

export const awayAtBoot: Case['run'] = (_shared, random) =>
  inOwnWorld(async (system, cluster) => {
    const asked = Date.now();
    const other = await system.start();
    const ordinary = Date.now() - asked;
    await other.end('SIGTERM');
    await cluster.stop();
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const away = 3000 + random.roll() * 5000;
    const starting = system.start({ PORT: port });
    // Errors surface at the await below.
    starting.catch(() => {});
    await eventually('it says that it is not ready', async () => (await statusOf(url)) === 503);
    const until = Date.now() + away;
    while (Date.now() < until) {
      expectStatus(await statusOf(url), 503);
      await pause(200);
    }
    await cluster.restart();
    const back = Date.now();
    const { pid } = await starting;
    const boot = Date.now() - back;
    if (boot > 2 * ordinary + LONGEST_WAIT) {
      throw new Error(`ready only ${boot} ms after the database; a start takes ${ordinary} ms`);
    }

    await cluster.stop();
    await eventually('it is ready no more', async () => ((await statusOf(url)) ?? 0) >= 500);
    expectStatus(await statusOf(url, '/healthz'), 200);
    await cluster.restart();
    await eventually('it is ready again', async () => (await statusOf(url)) === 200);
    process.kill(pid, 0);
    return `away for ${Math.round(away)} ms, ready ${boot} ms after it was back`;
  });

/** Longest wait between two attempts to reach the database, plus the last attempt itself, ms. */
const LONGEST_WAIT = 4000;

const answers = ({ pool }: System) =>
  pool.query('select 1').then(
    () => true,
    () => false,
  );

async function statusOf(url: string, probe = '/readyz'): Promise<number | null> {
  const reply = await fetch(`${url}${probe}`).catch(() => null);
  await reply?.arrayBuffer();
  return reply?.status ?? null;
}

function expectStatus(seen: number | null, wanted: number): void {
  if (seen !== wanted) throw new Error(`it answered ${seen}, not ${wanted}`);
}
