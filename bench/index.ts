// Measures the product against its goals and prints ratios, each from one run.
//   npm run bench -- [--quick] [--only AREA] [--lengths 40] [--out FOLDER]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureCrowd } from './crowd.ts';
import type { Delivered } from './episode.ts';
import { isMet, type Result, tableOf } from './figures.ts';
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
import { saveResult } from './saveResult.ts';
import { measureShares } from './shares.ts';
import { measureSignIns } from './signins.ts';
import { openStage, type Stage } from './stage.ts';
import { measureStart } from './start.ts';
import { measureTalk } from './talk/talk.ts';

const AREAS = [
  'production',
  'preview',
  'research',
  'mastering',
  'talk',
  'lengths',
  'requests',
  'signins',
  'shares',
  'resume',
  'memory',
  'pages',
  'tap',
  'crowd',
  'start',
];
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
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stage.close().finally(() => process.exit(130)));
}
try {
  const measured = await measureAll(stage);
  for (const result of measured) await saveResult(out, result, quick);
  for (const { area, notes } of measured) {
    console.log(`\n${area}`);
    for (const note of notes) console.log(`  ${note}`);
  }
  console.log(`\n${tableOf(measured)}\n`);
  const missed = measured.flatMap(({ figures }) => figures).filter((one) => isMet(one) === false);
  console.log(missed.length ? `${missed.length} figures are missed` : 'Every figure is met');
  if (missed.length) process.exitCode = 1;
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
  if (wants('preview')) measured.push(await measurePreview(stage, quick));
  if (wants('research')) measured.push(await measureResearch(stage, quick));
  if (wants('lengths')) {
    const count = Number(options.lengths ?? (quick ? 0 : USUAL_LENGTHS));
    const made = count > 0 ? await makeEpisodes(stage, count) : [];
    if (delivered.length + made.length) measured.push(lengthsOf([...delivered, ...made]));
    delivered.push(...made);
  }
  if (wants('mastering')) measured.push(await measureMastering(stage, quick, delivered));
  if (wants('talk')) measured.push(await measureTalk(stage, quick));
  if (wants('requests')) measured.push(await measureRequests(stage, quick));
  if (wants('signins')) measured.push(await measureSignIns(stage, quick));
  if (wants('shares')) measured.push(await measureShares(stage, quick));
  // Crashes, an hour of audio, a browser and a crowd take too long for the quick run.
  const wantsLong = (area: string) => only === area || (!only && !quick);
  if (wantsLong('resume')) measured.push(await measureResume(stage, quick));
  if (wantsLong('memory')) measured.push(await measureMemory(stage, quick));
  if (wantsLong('pages')) measured.push(await measurePages(stage, quick));
  if (wantsLong('tap')) measured.push(await measureTap(stage, quick));
  if (wantsLong('crowd')) measured.push(await measureCrowd(stage, quick));
  if (wants('start')) measured.push(await measureStart(stage, quick));
  return measured;
}
