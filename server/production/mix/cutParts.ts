import { log } from '../../base/kit/log.ts';
import { LeaseLost, type LineRow } from '../../episodes/log/lease.ts';
import type { PartRow } from '../../episodes/log/parts.ts';
import type { Master } from '../../sound/mix/audio.ts';
import { OPENING_PIECES } from '../read/readingQueue.ts';
import type { RecordingRun } from '../run/episodeRun.ts';
import type { Lead } from '../speak/soundBefore.ts';

/**
 * A part ends before the line that would make it longer than this, ms: no more sound than that is finished
 * and cannot be played, or one line where that is longer, with the reaction over its end. Lines that were
 * spoken before an earlier one wait for that one; no part could play them.
 */
const LONGEST = 15_000;
/** Silence behind the first part, ms: less than most gaps, and enough for the encoder to be past the cut in it. */
const REST = 200;
const CUT = 50;
/** Positions on the timeline closer than this are the same MP3 frame, ms. */
const SAME_FRAME = 26;

interface Recording {
  /** The parts that are in the episode log. */
  parts: PartRow[];
  master: Pick<Master, 'slice' | 'rest' | 'milliseconds'>;
  /** Called when the lease is lost. */
  fail(error: unknown): void;
}

export type Cutter = ReturnType<typeof openCutter>;

/**
 * Cuts the timeline into parts that can be played before the episode is finished. Opens a cutter
 * that continues behind the last part in the episode log. Where parts end follows from the
 * timeline alone, so that after a restart none is made twice. The recording never waits for them:
 * what could not be stored becomes the beginning of the next part. Only a lost lease ends it.
 */
export function openCutter(
  { work, storage, episodeLog }: RecordingRun,
  { parts, master, fail }: Recording,
) {
  const last = parts.at(-1);
  let number = parts.length;
  /** Where the stored parts end on the timeline. */
  let stored = last ? last.startMilliseconds + last.milliseconds : 0;

  const keyOf = (part: number) => `episodes/${work.podcast.publicId}/part-${part}.mp3`;

  /** The starts of lines that are in no stored part, ms, by their positions. */
  const starts = new Map<number, number>();

  async function store(to: number): Promise<void> {
    if (Math.min(to, master.milliseconds) <= stored + SAME_FRAME) return;
    const slice = await master.slice(stored, to);
    const end = Math.round(slice.startMilliseconds + slice.milliseconds);
    const audioKey = keyOf(number + 1);
    await storage.put(audioKey, slice.mp3, 'audio/mpeg');
    const begun = new Map([...starts].filter(([, start]) => start < end));
    const part = { number: number + 1, startMilliseconds: stored, milliseconds: end - stored };
    await episodeLog.addPart(work, { ...part, audioKey }, begun);
    for (const position of begun.keys()) starts.delete(position);
    number++;
    stored = end;
  }

  let wanted: number[] = [];
  let running = Promise.resolve();
  let stopped = false;
  function cut(to: number): void {
    wanted.push(to);
    running = running.then(async () => {
      const next = wanted.shift();
      if (next === undefined || stopped) return;
      await store(next).catch((error) => {
        wanted = [];
        if (error instanceof LeaseLost) fail(error);
        else if (!stopped) warn(error, 'a part could not be cut');
      });
    });
  }
  function warn(err: unknown, message: string): void {
    log.warn({ err, podcast: work.podcast.id }, message);
  }

  let begun = 0;
  function end(at: number): void {
    cut(at);
    begun = at;
  }
  return {
    /**
     * Called after each line is appended. Cuts the current part if it ends before this line; the episode's
     * first piece is a part by itself, because somebody waits for it.
     */
    async pass(line: LineRow, startMilliseconds: number, { pause, total }: Lead): Promise<void> {
      starts.set(line.position, Math.round(startMilliseconds));
      // Where two talk at once is no place for a cut, else the middle of the silence after the line before:
      // a chapter's sound belongs to the chapter.
      const isLong = master.milliseconds - begun > LONGEST;
      if (pause >= 0 && isLong) end(startMilliseconds - total + pause / 2);
      if (begun > 0 || line.position + 1 < OPENING_PIECES[0]) return;
      await master.rest(REST);
      end(master.milliseconds - REST + CUT);
    },
    /**
     * Cuts the last part of a finished timeline, and waits for all. A crash between the bucket and the log
     * may have left one more, if there was more of the timeline then.
     */
    async finish(): Promise<void> {
      cut(Number.POSITIVE_INFINITY);
      await running;
      const left = storage.remove([keyOf(number + 1)]);
      await left.catch((error) => warn(error, 'a part without a row may be left'));
    },
    /** Waits for the part that is being cut, and cuts no more. */
    async stop(): Promise<void> {
      stopped = true;
      await running;
    },
  };
}
