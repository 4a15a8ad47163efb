import { log } from '../../base/kit/log.ts';
import { LeaseLost, type LineRow } from '../../episodes/log/lease.ts';
import type { PartRow } from '../../episodes/log/parts.ts';
import type { Master } from '../../sound/mix/audio.ts';
import { OPENING_PIECES } from '../read/readingQueue.ts';
import type { RecordingRun } from '../run/episodeRun.ts';
import type { Lead } from '../speak/gaps.ts';

/** Longest part, ms, or one line where that is longer: no more finished sound is unplayable. */
const LONGEST = 15_000;
/**
 * Silence after the first part, ms: less than most gaps, enough for the encoder to pass the cut.
 */
const REST = 200;
const CUT = 50;
/** Positions closer than this are in the same MP3 frame, ms. */
const SAME_FRAME = 26;

interface Recording {
  parts: PartRow[];
  master: Pick<Master, 'slice' | 'rest' | 'milliseconds'>;
  /** Called when the lease is lost. */
  fail(error: unknown): void;
}

export type Cutter = ReturnType<typeof openCutter>;

/**
 * Continues after the last part in the episode log. Where parts end follows from the timeline
 * alone, so that a restart makes none twice. What could not be stored becomes the beginning of the
 * next part. Only a lost lease ends the recording.
 */
export function openCutter(
  { work, storage, episodeLog }: RecordingRun,
  { parts, master, fail }: Recording,
) {
  const last = parts.at(-1);
  let number = parts.length;
  let stored = last ? last.startMilliseconds + last.milliseconds : 0;

  const keyOf = (part: number) => `episodes/${work.podcast.publicId}/part-${part}.mp3`;

  /** Starts of the lines that are in no stored part yet, ms, by position. */
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
    /** Call after each line is appended. The first piece is a part: somebody waits for it. */
    async pass(line: LineRow, startMilliseconds: number, { pause, total }: Lead): Promise<void> {
      starts.set(line.position, Math.round(startMilliseconds));
      // Never cuts where both hosts talk. Cuts in the middle of the silence after the line before,
      // so that a chapter's sound belongs to the chapter.
      const isLong = master.milliseconds - begun > LONGEST;
      if (pause >= 0 && isLong) end(startMilliseconds - total + pause / 2);
      if (begun > 0 || line.position + 1 < OPENING_PIECES[0]) return;
      await master.rest(REST);
      end(master.milliseconds - REST + CUT);
    },
    /** Also removes a part that a crash may have left between the bucket and the log. */
    async finish(): Promise<void> {
      cut(Number.POSITIVE_INFINITY);
      await running;
      const left = storage.remove([keyOf(number + 1)]);
      await left.catch((error) => warn(error, 'a part without a row may be left'));
    },
    async stop(): Promise<void> {
      stopped = true;
      await running;
    },
  };
}
