// Measures the product against its goals and prints ratios, each from one run.
//   npm run bench -- [--quick] [--only AREA] [--lengths 40] [--out FOLDER]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureCrowd } from './crowd.ts';
import type { Delivered } from './episode.ts';
import { type Result, report, saveResult, tableOf } from './figures.ts';
import { lengthsOf, makeEpisodes } from './lengths.ts';
import { measureMastering } from './mastering.ts';
import { measureMemory } from './memory.ts';
import { measurePages } from './pages/pages.ts';
import { measureTap } from './pages/tap.ts';
import { measurePreview } from './preview.ts';
import { measureProduction } from './production.ts';
import { measureRequests } from './requests.ts';
import { measureResearch } from './research.ts';
import { measureResume } from './resume.ts';
import { measureShares } from './shares.ts';
import { measureSignIns } from './signins.ts';
import { openStage, type Stage } from './stage.ts';
import { measureStart } from './start.ts';
import { measureTalk } from './talk/talk.ts';

/** Areas that need nothing of others. Those of `LONG` take too long for the quick run. */
const MEASURES: Record<string, (stage: Stage, quick: boolean) => Promise<Result>> = {
  preview: measurePreview,
  research: measureResearch,
  talk: measureTalk,
  requests: measureRequests,
  signins: measureSignIns,
  shares: measureShares,
  resume: measureResume,
  memory: measureMemory,
  pages: measurePages,
  tap: measureTap,
  crowd: measureCrowd,
  start: (_, quick) => measureStart(quick),
};
const LONG = ['resume', 'memory', 'pages', 'tap', 'crowd'];
const AREAS = ['production', 'lengths', 'mastering', ...Object.keys(MEASURES)];
/** Episodes made only to measure lengths, besides those of other areas. */
const USUAL_LENGTHS = 4;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    lengths: { type: 'string' },
    out: { type: 'string' },
  },
});
const { quick } = options;
const only = options.only ?? (options.lengths ? 'lengths' : undefined);
if (only && !AREAS.includes(only)) {
  console.error(`--only takes one of ${AREAS.join(', ')}`);
  process.exit(2);
}
const results = path.join(import.meta.dirname, 'results');
const out = path.resolve(options.out ?? (quick ? path.join(results, 'quick') : results));

const stage = await openStage();
try {
  const measured = await measureAll(stage);
  for (const result of measured) await saveResult(out, result, quick);
  for (const { area, notes } of measured) {
    console.log(`\n${area}`);
    for (const note of notes) console.log(`  ${note}`);
  }
  console.log(`\n${tableOf(measured)}\n`);
  report(measured.flatMap(({ figures }) => figures));
} finally {
  await stage.close();
}

async function measureAll(stage: Stage): Promise<Result[]> {
  const wants = (area: string) => !only || only === area;
  const measured: Result[] = [];
  const delivered: Delivered[] = [];
  if (wants('production')) {
    const production = await measureProduction(stage, quick);
    measured.push(production.result);
    delivered.push(...production.delivered);
  }
  if (wants('lengths')) {
    const count = Number(options.lengths ?? (quick ? 0 : USUAL_LENGTHS));
    const made = count > 0 ? await makeEpisodes(stage, count) : [];
    if (delivered.length + made.length) measured.push(lengthsOf([...delivered, ...made]));
    delivered.push(...made);
  }
  if (wants('mastering')) measured.push(await measureMastering(stage, quick, delivered));
  for (const [area, measure] of Object.entries(MEASURES)) {
    if (only ? only === area : !quick || !LONG.includes(area)) {
      measured.push(await measure(stage, quick));
    }
  }
  return measured;
}
