import type { ScriptLine, Speaker } from '#shared/script.ts';
import { broken, NothingNew, rejected } from '../openai/failures.ts';
import type { lineAcceptor } from './acceptLines.ts';
import { declines, mayBeChatter } from './cleanText.ts';
import { countWords } from './countWords.ts';
import { guarded } from './guarded.ts';
import { type RawLine, scanLines } from './lines.ts';

/** After a refusal, this many words have to follow before they count as what was asked for. */
const EXCUSES = 40;
/** Characters of an answer without lines that are searched for a refusal. */
const HEAD = 600;

/**
 * The accepted lines of one answer. An answer cut within its JSON is `broken`; one that ends with a
 * refusal is `rejected`. When it begins with a refusal, nothing is yielded until there is more text
 * than a model's excuses would take. In between, a line that looks like either is a host's.
 */
export async function* acceptStream(
  stream: AsyncIterable<string>,
  accept: ReturnType<typeof lineAcceptor>,
  hosts: Record<Speaker, string>,
): AsyncGenerator<ScriptLine, void> {
  const scanner = scanLines();
  const isChatter = (text: string) =>
    guarded('chatter', text, () => mayBeChatter(text, hosts), false);
  const isRefusal = (text: string, isFirst = false) =>
    guarded('a refusal', text, () => declines(text, hosts, isFirst), false);
  let head = '';
  let isRefused = false;
  let hasSpoken = false;
  let withheld: ScriptLine[] | null = null;
  /** Looks like chatter, and is if no line follows. */
  let doubtful: RawLine | null = null;
  for await (const piece of stream) {
    if (head.length < HEAD) head += piece;
    for (const raw of scanner.push(piece)) {
      if (doubtful) yield* accept(doubtful);
      doubtful = null;
      if (hasSpoken && isChatter(raw.text)) {
        doubtful = raw;
        continue;
      }
      if (!hasSpoken && isRefusal(raw.text, true)) {
        isRefused = true;
        withheld ??= [];
      }
      let lines = accept({ ...raw, isEdge: !hasSpoken });
      if (withheld) {
        withheld.push(...lines);
        if (countWords(withheld) <= EXCUSES) continue;
        lines = withheld;
        withheld = null;
      }
      if (lines.length) [hasSpoken, isRefused] = [true, false];
      yield* lines;
    }
  }
  if (doubtful) {
    yield* accept({ ...doubtful, isEdge: true });
    isRefused = isRefusal(doubtful.text);
  }
  if (isRefused || (!scanner.found && isRefusal(head.slice(0, HEAD)))) {
    throw rejected('the model declined');
  }
  if (!head.trim()) throw new NothingNew();
  if (!scanner.closed) throw broken('the answer is not a script');
  if (!hasSpoken) throw new NothingNew();
}
