import type { ScriptLine } from '#shared/script.ts';
import { broken } from '../openai/failures.ts';
import type { LeasedEpisode } from '../podcasts/lease.ts';
import type { ScriptSpec } from '../script/script.ts';
import { checkClaims } from './checkClaims.ts';
import type { ProductionTools } from './episodeRun.ts';
import { lineFault } from './factFault.ts';
import { openLineModerator } from './moderateLines.ts';

/** Fewer lines are no beginning. */
const FEWEST = 3;

/**
 * Writes the title and the first lines of a preview, unless an earlier attempt has. What they claim is
 * checked, and all of it is moderated, before it can be read. Throws `ProviderFailure`.
 */
export async function writeOpening(
  work: LeasedEpisode,
  spec: ScriptSpec,
  tools: ProductionTools,
  signal: AbortSignal,
): Promise<void> {
  if (work.lines.length < FEWEST) await writeAnew(work, spec, tools, signal);
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
  const check = async (lines: ScriptLine[], earlier: ScriptLine[]) =>
    spec.facts?.length
      ? checkClaims(run, lines, { earlier, strict: true })
      : lines.flatMap((line) => withoutClaim(line, spec));
  const moderator = openLineModerator(run, { shown: () => ({ title }), chapters: [] });
  const admitted = moderator.pass(written(), { section: 0, soFar: [], check });
  let count = 0;
  for await (const line of admitted) await episodeLog.addLine(work, line, 0, count++);
  if (count < FEWEST) throw broken('too few lines are left of the beginning');
}

/** Before anything was read, a beginning asks and claims nothing: code leaves out what does. */
function withoutClaim({ speaker, text, delivery, isOver }: ScriptLine, spec: ScriptSpec) {
  const line = { speaker, text, basis: 'none' as const, facts: [], isKnown: true };
  const fault = lineFault(line, { recent: [], allowed: [] }, spec);
  return fault === null ? [{ speaker, text, delivery, isOver }] : [];
}
