import { assertEpisode } from './assertions/assertEpisode.ts';
import { crash, describe } from './crash.ts';
import { finish } from './episode.ts';
import * as killPoints from './killPoints.ts';
import type { Case } from './system.ts';

/** A model that speaks several lines in one request; the usual one speaks line by line. */
const BY_TAKES = { ELEVENLABS_MODEL: 'eleven_v4' };

export const production: Case[] = [
  {
    number: 1,
    name: 'kill -9 before the LLM call',
    run: dyingAt(killPoints.beforeTheModelIsAsked),
  },
  { number: 2, name: 'kill -9 mid script stream', run: dyingAt(killPoints.midStream) },
  {
    number: 2,
    name: 'kill -9 between written, read and spoken',
    run: dyingAt(killPoints.notSpokenYet),
  },
  { number: 3, name: 'kill -9 after script commit', run: dyingAt(killPoints.scriptCommitted) },
  { number: 4, name: 'kill -9 during TTS', run: dyingAt(killPoints.someLinesSpoken) },
  {
    number: 4,
    name: 'kill -9 during the TTS of takes',
    run: dyingAt(killPoints.someLinesSpoken, BY_TAKES),
  },
  {
    number: 5,
    name: 'kill -9 between TTS answer and commit',
    run: dyingAt(killPoints.clipOnItsWay),
  },
  {
    number: 5,
    name: 'kill -9 between the answer of a take and commit',
    run: dyingAt(killPoints.clipOnItsWay, BY_TAKES),
  },
  { number: 6, name: 'kill -9 during ffmpeg', run: dyingAt(killPoints.ffmpegAtWork) },
  { number: 7, name: 'kill -9 during or after the S3 PUT', run: dyingAt(killPoints.fileOnItsWay) },
];

function dyingAt(killPoint: killPoints.KillPoint, env?: Record<string, string>): Case['run'] {
  return async (system, random, seed) => {
    if (env) await system.kill('SIGTERM');
    await system.product(env);
    const episode = await killPoint(system, random, seed);
    const crashed = await crash(episode, system);
    await system.product(env);
    await finish(episode, system);
    await assertEpisode(episode, crashed, system);
    if (env) await system.kill('SIGTERM');
    return `killed with ${describe(crashed)}`;
  };
}
