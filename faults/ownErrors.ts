import { preload } from '../server/testing/preload.ts';
import { openSeededRandom } from '../server/testing/random.ts';
import type { Case } from './case.ts';
import { buy, finish, stateOf } from './episode.ts';
import { STEPS, sayingOf, throwOnWords } from './wordsThatThrow.ts';

/** Our functions throw, yet no line is lost, no attempt counts and no provider is blamed. */
export const wordsThatThrow: Case['run'] = async (system, seed) => {
  await system.kill('SIGTERM');
  const sayings = STEPS.map(sayingOf);
  const before = system.loggedErrors().length;
  try {
    await system.product({ NODE_OPTIONS: preload(throwOnWords) });
    await system.setFaults({ openai: { sayings } });
    const episode = await buy(system, openSeededRandom(seed));
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
};
