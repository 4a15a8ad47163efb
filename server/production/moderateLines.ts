import type { ScriptLine } from '#shared/script.ts';
import { log } from '../log.ts';
import { rejected } from '../openai/failures.ts';
import type { LineRow } from '../podcasts/lease.ts';
import { asks } from '../script/asks.ts';
import type { LineModerator } from '../script/script.ts';
import { inBatches } from './batches.ts';
import type { EpisodeRun } from './episodeRun.ts';
import { isOfOthers } from './failureCause.ts';

/** Lines of a batch: the first goes alone, so that speech starts only one call later. */
const SIZES = [1, 8];
/** How long a batch waits for more lines, ms: less than it takes to speak one. */
const LINGER = 250;
/** With facts: few at the very start, where voices wait for them, then those of a take. */
const SIZES_OF_FACTS = [3, 4, 12];
/** The opening of an episode: its first lines, about as many as a cold open has. All the rest follows from them. */
const OPENING = 6;
/** What is left of a section without a larger share of its lines is worth hearing. */
const MOST_REFUSED = 0.2;
/** Lines in front of a batch that the writer sees around a refused one. */
const AROUND = 6;
/** The writer may look for other words this long, ms; then there are none. */
const DEADLINE = 20_000;

type Run = Pick<EpisodeRun, 'work' | 'spec' | 'writer' | 'moderator' | 'episodeLog' | 'signal'>;
type Check = (lines: ScriptLine[], earlier: ScriptLine[]) => Promise<ScriptLine[]>;

/** Texts that are moderated with the first line, and shown before it is spoken. */
interface Heading {
  texts(): string[];
  show(): Promise<void>;
}

interface Judged {
  line: ScriptLine;
  verdict: 'passed' | 'rewritten' | 'refused';
}

/**
 * Moderates every line before it is in the episode log, in batches: what is refused is neither counted as
 * time nor spoken. A refused line is written again once; if it is refused all the same, its exchange is
 * left out: the line, the question that it answers or the answer to it, and the reaction that lies over
 * it. Both are counted. Throws `ProviderFailure`, of the order's own, when that is no way: for the heading
 * and the opening, and for more than a fifth of a section.
 */
export function openLineModerator(run: Run, heading: Heading | null) {
  const { work, spec, writer, moderator, episodeLog, signal } = run;
  const hasFacts = Boolean(spec.facts?.length);
  let hidden = heading;
  let { refused: counted = { rewritten: 0, cut: 0 } } = work.podcast.quality ?? {};
  /** By section. Of a section that was begun before a crash only the rest is known. */
  const lost = new Map<number, { refused: number; cut: number }>();

  /** Indexes of the texts that are refused. */
  async function findRefused(texts: string[]): Promise<number[]> {
    const shown = hidden;
    hidden = null;
    const first = shown?.texts() ?? [];
    const refused = await refusedOf(moderator, [...first, ...texts], signal);
    if (refused.some((index) => index < first.length)) throw notAllowed();
    await shown?.show();
    return refused.map((index) => index - first.length);
  }

  async function judge(
    lines: ScriptLine[],
    earlier: ScriptLine[],
    check: Check,
  ): Promise<Judged[]> {
    if (!lines.length) return [];
    const refused = await findRefused(lines.map(({ text }) => text));
    const again = await rewrite(lines, refused, earlier, check);
    return lines.map((line, at): Judged => {
      if (!refused.includes(at)) return { line, verdict: 'passed' };
      const other = again.get(at);
      return other ? { line: other, verdict: 'rewritten' } : { line, verdict: 'refused' };
    });
  }

  /** Refused lines in other words, by their indexes: checked and moderated as any line. */
  async function rewrite(
    lines: ScriptLine[],
    refused: number[],
    earlier: ScriptLine[],
    check: Check,
  ): Promise<Map<number, ScriptLine>> {
    if (!refused.length) return new Map();
    const around = earlier.slice(-AROUND);
    const within = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]);
    const exchange = {
      lines: [...around, ...lines],
      refused: refused.map((at) => around.length + at),
    };
    const given = await writer.rewrite(spec, exchange, within).catch((error: unknown) => {
      signal.throwIfAborted();
      if (!isOfOthers(error) && !within.aborted) throw error;
      log.warn({ podcast: work.podcast.id, err: error }, 'refused lines got no other words');
      return [];
    });
    const found: [at: number, line: ScriptLine][] = [];
    for (const at of refused) {
      const other = given.find(({ line }) => line === around.length + at);
      const line = lines[at];
      if (!line || !other) continue;
      const before = [...earlier, ...lines.slice(0, at)];
      for (const one of await check([{ ...line, text: other.text }], before)) found.push([at, one]);
    }
    if (!found.length) return new Map();
    const verdicts = await moderator.moderateEach(
      found.map(([, { text }]) => text),
      signal,
    );
    return new Map(found.filter((_, index) => verdicts[index] !== 'refused'));
  }

  async function count(rewritten: number, cut: number): Promise<void> {
    if (!rewritten && !cut) return;
    log.warn({ podcast: work.podcast.id, rewritten, cut }, 'moderation refused lines');
    counted = { rewritten: counted.rewritten + rewritten, cut: counted.cut + cut };
    await episodeLog.change(work, { quality: { ...work.podcast.quality, refused: counted } });
  }

  return {
    /**
     * Passes on those of the lines that may be spoken. `check` looks at a batch before it is moderated;
     * `soFar` are all lines in front of these.
     */
    async *pass(
      lines: AsyncIterable<ScriptLine>,
      { section, soFar, check }: { section: number; soFar: ScriptLine[]; check: Check },
    ): AsyncGenerator<ScriptLine> {
      const before = [...soFar];
      const sizes = hasFacts ? SIZES_OF_FACTS.slice(before.length ? -1 : 0) : SIZES;
      const admit = async (batch: ScriptLine[], read: ScriptLine[]) => {
        const earlier = [...before, ...read];
        return judge(await check(batch, earlier), earlier, check);
      };
      const judged = inBatches(lines, sizes, admit, hasFacts ? undefined : LINGER);
      const sum = lost.get(section) ?? { refused: 0, cut: 0 };
      lost.set(section, sum);
      let position = before.length;
      /** Questions, with the reactions over them, that wait for the verdict on their answer. */
      let held: ScriptLine[] = [];
      /** Whether the line before was left out, and asked what this one answers. */
      let [isCut, isAsked] = [false, false];
      for await (const { line, verdict } of judged) {
        const isOpening = position++ < OPENING;
        if (verdict === 'refused') {
          if (isOpening) throw notAllowed();
          sum.refused++;
        }
        if (verdict === 'refused' || isAsked || (isCut && line.isOver)) {
          sum.cut += held.length + 1;
          await count(0, held.length + 1);
          held = [];
          isAsked = line.isOver ? isAsked : asks(line);
          isCut = true;
          continue;
        }
        await count(verdict === 'rewritten' ? 1 : 0, 0);
        isCut = false;
        held.push(line);
        // Within the opening no answer can be missing, and the first sound waits for nothing.
        const waits = position >= OPENING && (asks(line) || (held.length > 1 && line.isOver));
        if (!waits) yield* held.splice(0);
      }
      yield* held;
    },

    /** Passes on lines that are in the log. Those of them that are not spoken may be older than this check. */
    async *passLogged(lines: LineRow[]): AsyncGenerator<LineRow> {
      async function* logged() {
        yield* lines;
      }
      yield* inBatches(logged(), SIZES, async (batch) => {
        const texts = batch.flatMap(({ state, text }) => (state === 'spoken' ? [] : [text]));
        // Nothing can take the place of a line that is counted already.
        if (texts.length && (await findRefused(texts)).length) throw notAllowed();
        return batch;
      });
    },

    /** Throws when too much of a section was refused; `kept` of its lines are left. */
    checkLoss(section: number, kept: number): void {
      const { refused, cut } = lost.get(section) ?? { refused: 0, cut: 0 };
      if (refused > (kept + cut) * MOST_REFUSED) throw notAllowed();
    },
  };
}

/**
 * Indexes of the texts that are refused: all are looked at together first, as they will be heard. What is
 * refused only as a whole is refused for its borderline parts, as far as it has any.
 */
async function refusedOf(
  moderator: LineModerator,
  texts: string[],
  signal: AbortSignal,
): Promise<number[]> {
  if ((await moderator.moderate(texts.join('\n'), signal)) !== 'refused') return [];
  const verdicts = await moderator.moderateEach(texts, signal);
  const worst = verdicts.includes('refused') ? 'refused' : 'borderline';
  return verdicts.flatMap((verdict, index) => (verdict === worst ? [index] : []));
}

/**
 * Resolves when these texts may be shown. Borderline ones are logged by the moderator, and may: their
 * topic was allowed. Throws `ProviderFailure`, of the order's own when they may not.
 */
export async function admitTexts(
  moderator: LineModerator,
  texts: string[],
  signal: AbortSignal,
): Promise<void> {
  if ((await moderator.moderate(texts.join('\n'), signal)) === 'refused') throw notAllowed();
}

const notAllowed = () => rejected('moderation refuses what the hosts would say');
