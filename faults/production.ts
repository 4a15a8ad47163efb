import { openSeededRandom } from '../server/testing/random.ts';
import { assertEpisode } from './assertions/assertEpisode.ts';
import type { Case } from './case.ts';
import { crash, describe } from './crash.ts';
import { finish } from './episode.ts';
import * as moments from './killPoints.ts';

/** kill -9 of the product at every step of an episode; the next process carries on. */
export const production: Case[] = [
  { number: 1, name: 'kill -9 before the LLM call', run: dyingAt(moments.beforeTheModelIsAsked) },
  { number: 2, name: 'kill -9 mid script stream', run: dyingAt(moments.midStream) },
  { number: 3, name: 'kill -9 after script commit', run: dyingAt(moments.scriptCommitted) },
  { number: 4, name: 'kill -9 during TTS', run: dyingAt(moments.someLinesSpoken) },
  { number: 5, name: 'kill -9 between TTS answer and commit', run: dyingAt(moments.clipOnItsWay) },
  { number: 6, name: 'kill -9 during ffmpeg', run: dyingAt(moments.ffmpegAtWork) },
  { number: 7, name: 'kill -9 during or after the S3 PUT', run: dyingAt(moments.fileOnItsWay) },
];

function dyingAt(moment: moments.Moment): Case['run'] {
  return async (world, seed) => {
    const episode = await moment(world, openSeededRandom(seed), seed);
    const crashed = await crash(episode, world);
    await finish(episode, world);
    await assertEpisode(episode, crashed, world);
    return `killed with ${describe(crashed)}`;
  };
}
