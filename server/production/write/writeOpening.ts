import type { ScriptLine } from '#shared/script.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import { broken } from '../../writing/model/modelFailures.ts';
import { openLineReader } from '../read/lineReader.ts';
import { openLineModerator } from '../read/moderateLines.ts';
import { openPieces, openReadingQueue } from '../read/readingQueue.ts';
import type { SpecifiedAttempt } from '../run/episodeRun.ts';

const FEWEST = 3;
/** Lines of the first piece: a visitor waits for it, and for the title that is read with it. */
const FIRST = 2;

/** Nothing is shown before it is moderated and read. Throws `ProviderFailure`. */
export async function writeOpening(attempt: SpecifiedAttempt): Promise<void> {
  const { work, episodeLog } = attempt;
  const isRead = ({ state }: LineRow) => state !== 'written';
  if (work.lines.length < FEWEST || !work.lines.every(isRead)) await writeAnew(attempt);
  // A summary, even an empty one, marks it as complete: its title is not moderated again.
  await episodeLog.change(work, { summary: '', attempts: 0 });
}

async function writeAnew(attempt: SpecifiedAttempt): Promise<void> {
  const { work, spec, writer, episodeLog, signal } = attempt;
  if (work.lines.length) await episodeLog.forgetLines(work);
  let title = '';
  const stop = new AbortController();
  const run = { ...attempt, signal: AbortSignal.any([signal, stop.signal]) };
  async function* opened(): AsyncGenerator<ScriptLine> {
    for await (const piece of writer.open(spec, run.signal)) {
      if ('title' in piece) title = piece.title;
      else yield piece.line;
    }
  }
  const unread = openReadingQueue();
  const facts = (spec.facts ?? []).map(({ number }) => number);
  async function write(): Promise<void> {
    const place = { place: 'preview' as const, earlier: [], facts, instead: null };
    const pieces = openPieces([FIRST], (rows, pace) =>
      unread.add({ ...place, rows, pace, shown: rows[0]?.position === 0 ? [title] : [] }),
    );
    const moderator = openLineModerator(run, () => [title]);
    for await (const line of moderator.pass(opened(), { section: 0, soFar: [] })) {
      pieces.add(await episodeLog.addLine(work, line, 0));
    }
    pieces.end();
  }
  const reader = openLineReader(run, [], {
    show: ([read = title]) => episodeLog.change(work, { title: read }),
  });
  const writing = write().then(unread.end, unread.fail);
  let count = 0;
  try {
    for await (const one of unread.pieces) for await (const _ of reader.read(one)) count++;
  } finally {
    stop.abort();
    await writing;
  }
  if (count < FEWEST) throw broken('too few lines are left of the beginning');
}
