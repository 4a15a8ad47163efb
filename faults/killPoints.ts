import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../server/testing/eventually.ts';
import type { SeededRandom } from '../server/testing/random.ts';
import type { Call, Stop } from '../server/testing/tcpProxy.ts';
import { asksModel, storesClip, streamsSection } from './crash.ts';
import { buy, type Episode, type State, stateOf } from './episode.ts';
import type { System } from './system.ts';

/** Resolves when the product is to be killed. Consecutive seeds cycle through the variants. */
export type KillPoint = (system: System, random: SeededRandom, seed: number) => Promise<Episode>;

export const beforeTheModelIsAsked: KillPoint = (system, random, seed) => {
  return stopped('before', nth(inTurn(seed, [1, 2, 3, 4, 5]), asksModel), system, random);
};

/** The model is slow, and part of a section has arrived. */
export const midStream: KillPoint = async (system, random, seed) => {
  await system.setFaults({ openai: { tokensPerSecond: 300 } });
  const section = inTurn(seed, [0, 1]);
  // The answer to the second request is only a piece of a section.
  const bytes = 1_000 + random.roll() * (section === 0 ? 19_000 : 7_000);
  const episode = await buy(system, random);
  await reaches(`${Math.round(bytes)} bytes of section ${section}`, async () => {
    const call = system.proxy.calls.slice(episode.from.calls).filter(streamsSection)[section];
    return call && call.ended === null && call.bytes > bytes;
  });
  return episode;
};

/** The reader and the voices are slow: some lines are not read yet, or read and not spoken. */
export const notSpokenYet: KillPoint = async (system, random, seed) => {
  await system.setFaults({ openai: { tokensPerSecond: 300 }, elevenlabs: { latency: 1_000 } });
  const state = inTurn(seed, ['written', 'read']);
  const count = 1 + Math.floor(random.roll() * 8);
  const episode = await buy(system, random);
  await reaches(`${count} lines are ${state}`, async () => {
    const { rows } = await system.pool.query(
      'select count(*)::int from podcast_lines where podcast_id = $1 and state = $2',
      [episode.id, state],
    );
    return rows[0].count >= count;
  });
  return episode;
};

export const scriptCommitted: KillPoint = async (system, random) => {
  const episode = await buy(system, random);
  await becomes(episode, system, 'the whole script is written', ({ hasOutline, sections }) => {
    return hasOutline && sections.written === sections.planned;
  });
  return episode;
};

export async function halfSpoken(system: System, random: SeededRandom): Promise<Episode> {
  const count = 5 + Math.floor(random.roll() * 10);
  await system.setFaults({ elevenlabs: { latency: 500 } });
  const episode = await buy(system, random);
  await becomes(episode, system, `${count} lines of a whole script are spoken`, (state) => {
    const { sections, lines } = state;
    const isWritten = state.hasOutline && sections.written === sections.planned;
    return isWritten && lines.filter((line) => line.isSpoken).length >= count;
  });
  return episode;
}

export const someLinesSpoken: KillPoint = async (system, random) => {
  const count = 1 + Math.floor(random.roll() * 25);
  const episode = await buy(system, random);
  await becomes(episode, system, `${count} lines are spoken`, ({ lines }) => {
    return lines.filter((line) => line.isSpoken).length >= count;
  });
  await pause(random.roll() * 100);
  return episode;
};

/** A clip has arrived; its upload has not started, is half done, or done and not answered. */
export const clipOnItsWay: KillPoint = (system, random, seed) => {
  const where = inTurn<Stop>(seed, ['before', 'half-way', 'answered']);
  // A small number: lines of earlier episodes are in the bucket already and are not stored again.
  const number = 1 + Math.floor(random.roll() * 8);
  return stopped(where, nth(number, storesClip), system, random);
};

/** The encoder has written part of the file, or the finished file is being measured. */
export const ffmpegAtWork: KillPoint = async (system, random, seed) => {
  const isMeasured = inTurn(seed, [false, true]);
  const bytes = 20_000 + random.roll() * 2_000_000;
  const episode = await buy(system, random);
  if (isMeasured) {
    await reaches('the file is measured', async () =>
      (await system.encoders()).some((words) => words.includes('ebur128')),
    );
  } else {
    await reaches(`${Math.round(bytes)} bytes are encoded`, async () => {
      return (await encoded(system)) > bytes;
    });
  }
  return episode;
};

export const fileOnItsWay: KillPoint = (system, random, seed) => {
  const [where, method] = inTurn<[Stop, string]>(seed, [
    ['half-way', 'PUT'],
    ['answered', 'PUT'],
    ['before', 'HEAD'],
    ['answered', 'HEAD'],
  ]);
  const isFile = (call: Call) => call.method === method && /\/episode\.mp3\b/.test(call.path);
  return stopped(where, isFile, system, random);
};

async function stopped(
  where: Stop,
  fits: (call: Call) => boolean,
  system: System,
  random: SeededRandom,
): Promise<Episode> {
  const calls = system.proxy.stop(where, fits);
  const episode = await buy(system, random);
  await reaches('a call is stopped', async () => calls.length > 0);
  // Leaves time for work that must wait for the answer.
  await pause(random.roll() * 200);
  return episode;
}

export function inTurn<T>(seed: number, ways: T[]): T {
  return ways[seed % ways.length] as T;
}

/** Matches from the nth matching call on. */
function nth(number: number, fits: (call: Call) => boolean) {
  let seen = 0;
  return (call: Call) => fits(call) && ++seen >= number;
}

/** Polls every 2 ms, for a state that does not last long. */
export async function reaches(
  what: string,
  isTrue: () => Promise<boolean | undefined>,
): Promise<void> {
  await eventually(what, isTrue, 120, 2);
}

function becomes(
  episode: Episode,
  system: System,
  what: string,
  isTrue: (state: State) => boolean,
): Promise<void> {
  return reaches(what, async () => isTrue(await stateOf(episode, system)));
}

async function encoded({ scratch }: System): Promise<number> {
  const names = await readdir(scratch, { recursive: true });
  const partial = names.find((name) => /episode\.mp3\..+\.part$/.test(name));
  if (!partial) return 0;
  // It may be finished, and renamed, between the two calls.
  return stat(path.join(scratch, partial)).then(
    ({ size }) => size,
    () => 0,
  );
}
