import type { ScriptLine } from '#shared/script.ts';
import { guarded } from '../../base/kit/guarded.ts';
import type { Reader } from '../model/askFor.ts';
import { broken, rejected, Unfit } from '../model/modelFailures.ts';
import { streamWithRetries } from '../model/streamWithRetries.ts';
import { isByOne, isEnglish } from '../model/watch.ts';
import { openingQuestion } from '../prompts/openingPrompt.ts';
import { AGAIN, systemPrompt } from '../prompts/prompts.ts';
import { lineAcceptor } from '../script/acceptLines.ts';
import { cleanTitle, declines } from '../script/cleanLines.ts';
import { countWords } from '../script/countWords.ts';
import type { Hosts } from '../script/labels.ts';
import { leakOf } from '../script/repetition.ts';
import type { OpeningPiece, ScriptSpec } from '../script/scriptWriter.ts';
import { readTitle, resumed } from '../script/titleScanner.ts';
import { acceptStream } from './acceptStream.ts';
import { atWord } from './readings.ts';

const LONGEST_TITLE = 90;
/** A cold open ends before the line that exceeds this, unless it is the second host's first. */
const MOST_WORDS = 100;
/** A cold open that was cut suffices from here on; `linesAtLast` only if no more are to be had. */
const LEAST = { words: 50, lines: 3, linesAtLast: 2 };

/** Goes on after a broken stream. Throws `ProviderFailure` after the pieces that arrived. */
export function writeOpening(reader: Reader, spec: ScriptSpec): AsyncGenerator<OpeningPiece, void> {
  const hosts = { A: spec.hostA, B: spec.hostB };
  const leaks = leakOf(systemPrompt(spec));

  async function* answer(given: OpeningPiece[], again: string | null) {
    const { title, lines } = partsOf(given);
    const question = openingQuestion(spec, { title, lines, words: countWords(lines) }, again);
    const accept = lineAcceptor(hosts, lines, systemPrompt(spec));
    const stream = reader.model.stream(question, reader.signal);
    try {
      const head = title === null ? await readTitle(stream) : { title: null, text: '' };
      const asWritten = head.title?.slice(0, LONGEST_TITLE).toWellFormed() ?? null;
      const read = () => readable(head.title, hosts, leaks);
      const shown = title ?? guarded('a title', head.title ?? '', read, asWritten);
      // Any other title waits for a line that tells the language of the answer.
      if (title === null && shown !== null && isEnglish(shown)) yield { title: shown };
      for await (const line of acceptStream(resumed(head.text, stream), accept, hosts, lines)) {
        if (shown === null) throw broken('the opening has no title');
        const before = partsOf(given);
        const isFull = countWords([...before.lines, line]) > MOST_WORDS;
        if (isFull && !isByOne(before.lines)) break;
        // One host has filled it alone: only the other's answer still fits.
        if (isFull && isByOne([...before.lines, line])) continue;
        if (before.title === null) yield { title: shown };
        yield { line };
      }
      const written = partsOf(given).lines;
      if (written.length > 1 && isByOne(written)) throw new Unfit(AGAIN.oneHost);
      if (!isEnough(written)) throw broken('the opening is too short');
    } finally {
      await stream.return();
    }
  }
  return streamWithRetries(reader, {
    answer,
    isEnough: (given, failure, { isOver }) =>
      (failure.passing || failure.trouble === 'rejected') &&
      isEnough(partsOf(given).lines, isOver ? LEAST.linesAtLast : LEAST.lines),
  });
}

function partsOf(given: OpeningPiece[]): { title: string | null; lines: ScriptLine[] } {
  const titles = given.flatMap((piece) => ('title' in piece ? [piece.title] : []));
  return {
    title: titles[0] ?? null,
    lines: given.flatMap((piece) => ('line' in piece ? [piece.line] : [])),
  };
}

const isEnough = (lines: ScriptLine[], least = LEAST.lines) =>
  lines.length >= least && countWords(lines) >= LEAST.words && !isByOne(lines);

/** A title as it is shown; null for none. Throws `ProviderFailure` for an unusable one. */
function readable(
  written: string | null,
  hosts: Hosts,
  leaks: (sentence: string) => boolean,
): string | null {
  if (written === null) return null;
  if (declines(written, hosts)) throw rejected('the model declined');
  const title = atWord(cleanTitle(written), LONGEST_TITLE);
  if (!/[\p{L}\p{N}]/u.test(title)) throw broken('the title has no words');
  if (leaks(title)) throw broken('the title repeats the instructions');
  return title;
}
