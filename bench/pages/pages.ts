import type { Result } from '../figures.ts';
import type { Stage } from '../stage.ts';
import { measureInp } from './inp.ts';
import { SLOWDOWN } from './phone.ts';
import { run } from './program.ts';
import { measureSizes } from './sizes.ts';
import { measureVitals } from './vitals.ts';

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
      `INP: a Pixel 7’s screen, the CPU ${SLOWDOWN} times slower than this machine’s, one touch at a time, each once the page is idle; the median of the visits’ slowest interactions.`,
    ],
    details: { sizes, lighthouse: measured, visits },
  };
}
