import type { ScriptLine, Speaker } from '#shared/script.ts';
import { guarded } from '../../base/kit/guarded.ts';
import { broken, rejected, Unfit } from '../model/modelFailures.ts';
import { openWatch } from '../model/watch.ts';
import { AGAIN } from '../prompts/prompts.ts';
import type { Accepted, lineAcceptor } from '../script/acceptLines.ts';
import { declines, onlyDeclines } from '../script/cleanLines.ts';
import { countWords } from '../script/countWords.ts';
import { inJson } from '../script/labels.ts';
import { type RawLine, scanLines } from '../script/lines.ts';

/** After a refusal, this many words have to follow before they count as what was asked for. */
const EXCUSES = 40;
/** Characters of an answer without lines that are searched for a refusal. */
const HEAD = 600;

/** So many whole lines in a row that were said before are a loop. */
const LOOP = 3;

/**
 * The accepted lines of one answer. An answer cut within its JSON is `broken`; one that ends with a
 * refusal is `rejected`. When it begins with a refusal, nothing is yielded until there is more text
 * than a model's excuses would take. In between, a line that looks like a refusal is a host's. A model that
 * loops has said all it has: its answer ends there. One that begins with what was said before goes on from
 * there. One that is no talk of two hosts in English is `Unfit`. `said`: the lines before this answer.
 */
export async function* acceptStream(
  stream: AsyncIterable<string>,
  accept: ReturnType<typeof lineAcceptor>,
  hosts: Record<Speaker, string>,
  said: ScriptLine[],
): AsyncGenerator<ScriptLine, void> {
  const scanner = scanLines();
  const isRefusal = (text: string, isFirst = false) =>
    guarded('a refusal', text, () => declines(text, hosts, isFirst), false);
  const isOnlyRefusal = (text: string) =>
    guarded('a refusal', text, () => onlyDeclines(text, hosts), false);
  const loop = openLoop(said.at(-1));
  const pass = openWatch(said);
  let head = '';
  let isRefused = false;
  let hasSpoken = false;
  let withheld: ScriptLine[] | null = null;
  /** Looks like a refusal, and is one if no line follows. */
  let doubtful: RawLine | null = null;
  for await (const piece of inJson(stream, hosts)) {
    if (head.length < HEAD) head += piece;
    for (const raw of scanner.push(piece)) {
      if (doubtful) yield* pass(loop.pass(accept(doubtful)));
      doubtful = null;
      if (hasSpoken && isOnlyRefusal(raw.text)) {
        doubtful = raw;
        continue;
      }
      if (!hasSpoken && isRefusal(raw.text, true)) {
        isRefused = true;
        withheld ??= [];
      }
      let lines = loop.pass(accept(raw));
      if (loop.isOver) return yield* pass([], true);
      if (withheld) {
        withheld.push(...lines);
        if (countWords(withheld) <= EXCUSES) continue;
        lines = withheld;
        withheld = null;
      }
      if (lines.length) [hasSpoken, isRefused] = [true, false];
      yield* pass(lines);
    }
  }
  if (doubtful || isRefused || (!scanner.found && isRefusal(head.slice(0, HEAD)))) {
    throw rejected('the model declined');
  }
  yield* pass(hasSpoken ? loop.rest() : [], true);
  if (head.trim() && !scanner.closed) throw broken('the answer is not a script');
  if (!hasSpoken) throw new Unfit(AGAIN.repeated);
}

/**
 * Holds lines that were said before until it is clear whether they are a refrain, a loop, or the end of
 * what was said, from which a model goes on.
 */
function openLoop(last: ScriptLine | undefined) {
  let held: ScriptLine[] = [];
  let count = 0;
  let hasNew = false;
  const isLast = ({ speaker, text }: ScriptLine) => speaker === last?.speaker && text === last.text;
  const rest = () => (count < LOOP ? held : []);
  return {
    /** The lines that may be spoken now. */
    pass({ lines, isRepeated }: Accepted): ScriptLine[] {
      if (isRepeated) {
        held = !hasNew && lines.some(isLast) ? [] : [...held, ...lines];
        count++;
        return [];
      }
      if (!lines.length) return [];
      const passed = [...rest(), ...lines];
      [held, count, hasNew] = [[], 0, true];
      return passed;
    },
    rest,
    get isOver() {
      return hasNew && count >= LOOP;
    },
  };
}
