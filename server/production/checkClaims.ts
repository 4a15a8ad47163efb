import type { ScriptLine } from '#shared/script.ts';
import { log } from '../log.ts';
import type { CheckedLine, Fact, Objection } from '../script/script.ts';
import type { EpisodeRun } from './episodeRun.ts';
import { lineFault } from './factFault.ts';
import { isOfOthers } from './failureCause.ts';

/** The model's second look may take this long, ms; without it code decides alone. */
const DEADLINE = 8_000;
/** Lines in front of one that are known to its reader. */
const BEFORE = 6;
/** Shorter lines than this state nothing, words. */
const STATEMENT = 6;

type Checker = Pick<EpisodeRun, 'spec' | 'writer' | 'researchLog' | 'work' | 'signal'>;

interface Batch {
  lines: ScriptLine[];
  before: ScriptLine[];
  strict: boolean;
}

/**
 * The lines that their facts support. A line that says more is written again once, or left out, with a
 * reaction that lies over its end; both are counted. Without facts every line passes. `earlier` are all
 * lines in front of them; `strict` looks at opinions, too.
 */
export async function checkClaims(
  run: Checker,
  lines: ScriptLine[],
  place: { earlier: ScriptLine[]; strict: boolean; allowed?: string[] },
): Promise<ScriptLine[]> {
  const { spec, researchLog, work } = run;
  if (!spec.facts?.length) return lines;
  const { earlier, strict, allowed = [] } = place;
  const batch = { lines, before: earlier.slice(-BEFORE), strict };
  const known = new Map(spec.facts.map((fact) => [fact.number, fact]));
  const factsOf = ({ facts = [] }: ScriptLine) =>
    facts.flatMap((number) => known.get(number) ?? []);
  const all = [...batch.before, ...batch.lines];
  /** The lines with the facts that they name and what code finds wrong with them. */
  const looked = (line: ScriptLine, at: number): CheckedLine & { fault: string | null } => {
    const recent = all.slice(Math.max(0, at - BEFORE), at).flatMap(factsOf);
    return judged(line, factsOf(line), { recent, allowed }, run);
  };
  const checked = batch.lines.map((line, at) => looked(line, batch.before.length + at));
  const objections = await secondLook(run, batch, checked);
  let rewritten = 0;
  const passed = batch.lines.map((line, at): ScriptLine | null => {
    const objection = objections.get(at);
    if (!objection) return checked[at]?.fault ? null : line;
    if (objection.rewrite === null) return null;
    const again = { ...line, text: objection.rewrite };
    if (looked(again, batch.before.length + at).fault) return null;
    rewritten++;
    return again;
  });
  const kept = passed.flatMap((line, at) => {
    const isOverNothing = line?.isOver && at > 0 && passed[at - 1] === null;
    return line && !isOverNothing ? [line] : [];
  });
  await researchLog.countUnsupported(work, { rewritten, cut: passed.length - kept.length });
  return kept;
}

function judged(
  line: ScriptLine,
  facts: Fact[],
  context: { recent: Fact[]; allowed: string[] },
  { spec }: Checker,
) {
  const { speaker, text, basis } = line;
  const read = { speaker, text, basis: basis ?? 'none', facts };
  const isKnown = facts.length === (line.facts ?? []).length;
  return { ...read, fault: lineFault({ ...read, isKnown }, context, spec) };
}

/** The model's objections by the index of their line; none where it cannot be asked. */
async function secondLook(
  { spec, writer, work, signal }: Checker,
  { before, strict }: Batch,
  checked: CheckedLine[],
): Promise<Map<number, Objection>> {
  const chosen = checked.flatMap((line, at) => (needsLook(line, strict) ? [{ line, at }] : []));
  if (!chosen.length) return new Map();
  const within = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]);
  try {
    const lines = chosen.map(({ line }) => line);
    const objections = await writer.check(spec, { before, lines, strict }, within);
    return new Map(objections.map((one) => [chosen[one.line]?.at ?? -1, one]));
  } catch (error) {
    signal.throwIfAborted();
    if (!isOfOthers(error) && !within.aborted) throw error;
    log.warn({ podcast: work.podcast.id, err: error }, 'the lines got no second look');
    return new Map();
  }
}

function needsLook({ basis, fault, text }: CheckedLine, strict: boolean): boolean {
  if (fault || basis === 'fact' || basis === 'inference') return true;
  return strict && text.split(' ').length >= STATEMENT;
}
