import type { ScriptLine } from '#shared/script.ts';
import { broken, rejected, Unfit } from '../model/modelFailures.ts';
import { isByOne, isEnglish, isForeign, MOST_TURNS, STRETCH } from '../model/watch.ts';
import { AGAIN } from '../prompts/prompts.ts';
import type { Accepted, lineAcceptor } from '../script/acceptLines.ts';
import { onlyRefuses, refuses } from '../script/cleanLines.ts';
import { countWords } from '../script/countWords.ts';
import type { Hosts } from '../script/labels.ts';
import { inJson, type RawLine, scanLines } from '../script/lines.ts';

/** After a refusal, more words than these must follow to count as what was asked for. */
const EXCUSES = 40;
/** Characters of an answer without lines that are searched for a refusal. */
const HEAD = 600;

/** So many repeated lines in a row are a loop. */
const LOOP = 3;

/**
 * Yields the accepted lines of one answer; `said` are the lines before it. An answer cut within its
 * JSON is `broken`, one that ends with a refusal `rejected`, and one that is no talk of two hosts
 * in English `Unfit`. After a refusal at the beginning, nothing is yielded until there is more text
 * than excuses take. In between, what looks like a refusal is a host's line. An answer that loops
 * ends there; one that begins with what was said before goes on from there.
 */
export async function* acceptStream(
  stream: AsyncIterable<string>,
  accept: ReturnType<typeof lineAcceptor>,
  hosts: Hosts,
  said: ScriptLine[],
): AsyncGenerator<ScriptLine, void> {
  const scanner = scanLines();
  const loop = openLoop(said.at(-1));
  const pass = openWatch(said);
  let head = '';
  let hasSpoken = false;
  /** What follows a refusal, until it is more than excuses. */
  let withheld: ScriptLine[] | null = null;
  /** Looks like a refusal, and is one if no line follows. */
  let doubtful: RawLine | null = null;
  for await (const piece of inJson(stream, hosts)) {
    if (head.length < HEAD) head += piece;
    for (const raw of scanner.push(piece)) {
      if (doubtful) yield* pass(loop.pass(accept(doubtful)));
      doubtful = null;
      if (hasSpoken && onlyRefuses(raw.text, hosts)) {
        doubtful = raw;
        continue;
      }
      if (!hasSpoken && refuses(raw.text, hosts, true)) withheld ??= [];
      let lines = loop.pass(accept(raw));
      if (loop.isOver) return yield* pass([], true);
      if (withheld) {
        withheld.push(...lines);
        if (countWords(withheld) <= EXCUSES) continue;
        lines = withheld;
        withheld = null;
      }
      if (lines.length) hasSpoken = true;
      yield* pass(lines);
    }
  }
  if (doubtful || withheld || (!scanner.found && refuses(head.slice(0, HEAD), hosts))) {
    throw rejected('the model declined');
  }
  yield* pass(hasSpoken ? loop.rest() : [], true);
  if (head.trim() && !scanner.closed) throw broken('the answer is not a script');
  if (!hasSpoken) throw new Unfit(AGAIN.repeated);
}

/**
 * Holds repeated lines until it is clear whether they are a refrain, a loop, or the end of what was
 * said, from which the model goes on.
 */
function openLoop(last: ScriptLine | undefined) {
  let held: ScriptLine[] = [];
  let count = 0;
  let hasNew = false;
  const isLast = ({ speaker, text }: ScriptLine) => speaker === last?.speaker && text === last.text;
  const rest = () => (count < LOOP ? held : []);
  return {
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

/** Holds turns until they look English. Throws `Unfit` for no English, or for one host only. */
function openWatch(said: ScriptLine[]) {
  let host = said.at(-1)?.speaker;
  let turns = said.length - 1 - said.findLastIndex(({ speaker }) => speaker !== host);
  let held: ScriptLine[] | null = [];
  return (lines: ScriptLine[], isEnd = false): ScriptLine[] => {
    if (!lines.length && !isEnd) return [];
    turns = lines.length && isByOne(lines, host) ? turns + 1 : 1;
    host = lines.at(-1)?.speaker;
    if (turns > MOST_TURNS) throw new Unfit(AGAIN.oneHost);
    if (!held) return lines;
    held.push(...lines);
    const text = held.map(({ text }) => text).join(' ');
    const isOpen = !isEnd && (held.length < 2 || text.length < 2 * STRETCH);
    if (isOpen && !isEnglish(text)) return [];
    if (isForeign(text)) throw new Unfit(AGAIN.language);
    const passed = held;
    held = null;
    return passed;
  };
}
