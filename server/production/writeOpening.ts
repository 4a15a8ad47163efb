import type { ScriptLine } from '#shared/script.ts';
import { broken } from '../openai/failures.ts';
import type { LeasedEpisode, LineRow } from '../podcasts/lease.ts';
import type { ScriptSpec } from '../script/script.ts';
import type { ProductionTools } from './episodeRun.ts';
import { openLineModerator } from './moderateLines.ts';
import { openLineReader } from './readLines.ts';

/** Fewer lines are no beginning. */
const FEWEST = 3;

/**
 * Writes the title and the first lines of a preview, unless an earlier attempt has. All of
 * it is moderated, and read, before it is shown. Throws `ProviderFailure`.
 */
export async function writeOpening(
  work: LeasedEpisode,
  spec: ScriptSpec,
  tools: ProductionTools,
  signal: AbortSignal,
): Promise<void> {
  const isRead = ({ state }: LineRow) => state !== 'written';
  if (work.lines.length < FEWEST || !work.lines.every(isRead))
    await writeAnew(work, spec, tools, signal);
  // With a summary, however short, it is complete, and its title is not moderated again.
  await tools.episodeLog.change(work, { summary: '', attempts: 0 });
}

async function writeAnew(
  work: LeasedEpisode,
  spec: ScriptSpec,
  tools: ProductionTools,
  signal: AbortSignal,
): Promise<void> {
  const { writer, episodeLog } = tools;
  if (work.lines.length) await episodeLog.forgetLines(work);
  let title = '';
  async function* written(): AsyncGenerator<ScriptLine> {
    for await (const piece of writer.open(spec, signal)) {
      if ('title' in piece) title = piece.title;
      else yield piece.line;
    }
  }
  const run = { ...tools, work, spec, signal };
  const moderator = openLineModerator(run, () => [title]);
  const rows: LineRow[] = [];
  for await (const line of moderator.pass(written(), { section: 0, soFar: [] })) {
    rows.push(await episodeLog.addLine(work, line, 0));
  }
  const facts = (spec.facts ?? []).map(({ number }) => number);
  const piece = { rows, place: 'preview' as const, earlier: [], facts, instead: null };
  const reader = openLineReader(run, [], {
    show: ([read = title]) => episodeLog.change(work, { title: read }),
  });
  let count = 0;
  for await (const _ of reader.read({ ...piece, shown: [title], pace: 0 })) count++;
  if (count < FEWEST) throw broken('too few lines are left of the beginning');
}
