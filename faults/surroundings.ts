import { preload } from '../server/testing/preload.ts';
import { assertEpisode } from './assertions/assertEpisode.ts';
import { clockStep } from './clocks.ts';
import { crash, describe } from './crash.ts';
import * as database from './database.ts';
import { diskFull, noDiskToFill, sickInstance } from './disk.ts';
import { buy, finish, stateOf } from './episode.ts';
import { halfSpoken, inTurn, reaches } from './killPoints.ts';
import { outage } from './outage.ts';
import type { Case } from './system.ts';
import { STEPS, sayingOf, throwOnWords } from './wordsThatThrow.ts';

export const surroundings: Case[] = [
  { number: 8, name: 'kill -9 between mail accept and commit', run: mailOnItsWay },
  { number: 9, name: 'SIGTERM mid-job', run: terminateMidJob },
  { number: 10, name: 'database restart (immediate) mid-job', run: database.restartMidJob },
  { number: 11, name: 'database away at boot, and later', run: database.awayAtBoot },
  { number: 13, name: 'OpenAI away for minutes', run: outage('openai') },
  { number: 13, name: 'ElevenLabs away for minutes', run: outage('elevenlabs') },
  { number: 27, name: 'disk full', run: diskFull, impossible: noDiskToFill },
  { number: 27, name: 'one of two instances without a temporary folder', run: sickInstance },
  { number: 28, name: 'bucket away for minutes', run: outage('s3') },
  { number: 31, name: 'clock steps: +2 d, -10 min', run: clockStep },
  { number: 39, name: 'a model’s words on which our own code throws', run: wordsThatThrow },
];

/** Makes the email due at once: a crashed sender's lease on it would expire only later. */
const DUE = `update emails set next_attempt_at = now() where sent_at is null`;

async function mailOnItsWay(...[system, random, seed]: Parameters<Case['run']>): Promise<string> {
  const where = inTurn(seed, ['answered', 'before'] as const);
  const stopped = system.mail.stop(where, '<ready.');
  const episode = await buy(system, random);
  await reaches('the email is stopped', async () => stopped() > 0);
  const crashed = await crash(episode, system);
  await system.pool.query(DUE);
  await finish(episode, system);
  await assertEpisode(episode, crashed, system, { emails: where === 'answered' ? 2 : 1 });
  return `killed with the email ${where === 'answered' ? 'taken' : 'not yet taken'}`;
}

/** The product's own grace period plus what a busy machine may add, ms. */
const GRACE = 10_000;

async function terminateMidJob(...[system, random]: Parameters<Case['run']>): Promise<string> {
  const episode = await halfSpoken(system, random);
  let code: number | null = null;
  const began = Date.now();
  const crashed = await crash(episode, system, async () => {
    code = await system.kill('SIGTERM');
  });
  const took = Date.now() - began;
  if (code !== 0 || took > GRACE) throw new Error(`it ended with ${code} after ${took} ms`);
  await finish(episode, system);
  await assertEpisode(episode, crashed, system);
  return `stopped with ${describe(crashed)}`;
}

/** Our functions throw, yet no line is lost, no attempt counts and no provider is blamed. */
async function wordsThatThrow(...[system, random]: Parameters<Case['run']>): Promise<string> {
  await system.kill('SIGTERM');
  const sayings = STEPS.map(sayingOf);
  const before = system.loggedErrors().length;
  try {
    await system.product({ NODE_OPTIONS: preload(throwOnWords) });
    await system.setFaults({ openai: { sayings } });
    const episode = await buy(system, random);
    await finish(episode, system);
    const { lines, attempts } = await stateOf(episode, system);
    const script = lines.map(({ text }) => text).join('\n');
    const errors = system.loggedErrors().slice(before);
    const broken = [
      ...sayings.filter((saying) => !script.includes(saying)).map((saying) => `lost: ${saying}`),
      ...STEPS.map((step) => `made to throw in ${step.toLowerCase()}`)
        .filter((message) => !errors.some((line) => line.includes(message)))
        .map((message) => `never ${message}`),
      ...errors.filter((line) => !line.includes('the text stands as it is')),
    ];
    if (attempts) broken.push(`${attempts} attempts were counted`);
    const { rows } = await system.pool.query('select provider from circuit_breakers');
    if (rows.length) broken.push(`blamed: ${rows.map(({ provider }) => provider)}`);
    if (broken.length) throw new Error(broken.join('\n'));
    return `${lines.length} lines, ${errors.length} errors of ours`;
  } finally {
    await system.setFaults({});
    await system.kill('SIGTERM');
  }
}
