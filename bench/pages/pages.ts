import type { Result } from '../figures.ts';
import type { Stage } from '../stage.ts';
import { measureInp } from './inp.ts';
import { SLOWDOWN } from './phone.ts';
import { run } from './program.ts';
import { measureSizes } from './sizes.ts';
import { measureVitals } from './vitals.ts';

/** What the pages weigh, how fast they open on a phone, and how fast they answer a thumb. */
export async function measurePages(stage: Stage, quick: boolean): Promise<Result> {
  await run('scripts/setup.mjs', ['--browser']);
  await run('scripts/build.ts');
  const { sizes, ...weight } = await measureSizes();
  const { measured, ...opening } = await measureVitals(stage.dir, quick);
  const { visits, ...answering } = await measureInp(stage, quick);
  return {
    area: 'pages',
    figures: [...weight.figures, ...opening.figures, ...answering.figures],
    notes: [
      'Sizes are those of `npm run sizes`, the pages’ other figures those of `npm run lighthouse`.',
      `INP: a Pixel 7’s screen, the CPU ${SLOWDOWN} times slower than this machine’s, a touch at a time after the page has come to rest; the median of the visits’ slowest interaction.`,
    ],
    details: { sizes, lighthouse: measured, visits },
  };
}
