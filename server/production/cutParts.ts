import type { Master } from '../audio/audio.ts';
import { log } from '../log.ts';
import type { EpisodeLog } from '../podcasts/episodeLog.ts';
import { type LeasedEpisode, LeaseLost, type LineRow } from '../podcasts/lease.ts';
import type { PartRow } from '../podcasts/parts.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * A part ends with its section, or at the next line's end once it is this long, ms: the first one
 * soon, so that somebody who waits hears something; each later one twice as long as the one before,
 * because by then the sound is made many times faster than it is heard.
 */
const LONGEST = { first: 12_000, any: 60_000 };
/** Two places on the timeline nearer than this are the same frame of an MP3, ms. */
const SAME_FRAME = 26;

/** Cuts what is on the tape into parts that can be heard before the episode is finished. */
export interface Cutter {
  /** Tells of a line on the tape; if a part ends before it, that part is on its way now. */
  pass(line: LineRow, startMilliseconds: number, gap: number): void;
  /** Cuts the last part of a finished tape, and waits for all. */
  finish(): Promise<void>;
  /** Waits for what is under way and cuts no more. */
  stop(): Promise<void>;
}

interface Recording {
  work: LeasedEpisode;
  /** The parts that are in the ledger. */
  made: PartRow[];
  master: Pick<Master, 'slice' | 'milliseconds'>;
  /** Told of a lost lease. */
  fail(error: unknown): void;
}

/**
 * Opens a cutter that goes on behind the last part in the ledger. Where parts end follows from the
 * timeline alone, so after a restart none is made twice. They are cut beside the recording, which
 * never waits for them: what could not be stored becomes the beginning of the next part, and only a
 * lost lease ends the recording.
 */
export function openCutter(
  { work, made, master, fail }: Recording,
  { storage, episodeLog }: { storage: Storage; episodeLog: EpisodeLog },
): Cutter {
  const last = made.at(-1);
  let number = made.length;
  /** Where the parts that are stored end on the timeline. */
  let stored = last ? last.startMilliseconds + last.milliseconds : 0;

  async function store(to: number): Promise<void> {
    if (Math.min(to, master.milliseconds) <= stored + SAME_FRAME) return;
    const slice = await master.slice(stored, to);
    const end = Math.round(slice.startMilliseconds + slice.milliseconds);
    const audioKey = `episodes/${work.podcast.publicId}/part-${number + 1}.mp3`;
    await storage.put(audioKey, slice.mp3, 'audio/mpeg');
    const place = { startMilliseconds: stored, milliseconds: end - stored };
    await episodeLog.addPart(work, { number: number + 1, ...place, audioKey });
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
        else if (!stopped) log.warn({ err: error, podcast: work.podcast.id }, 'no part was cut');
      });
    });
  }

  let section: number | undefined;
  let begun = 0;
  let longest = LONGEST.first;
  return {
    pass(line, startMilliseconds, gap) {
      const isTurn = section !== undefined && line.section !== section;
      section = line.section;
      // In the middle of the silence before the line.
      const place = startMilliseconds - gap / 2;
      if (!isTurn && place - begun < longest) return;
      cut(place);
      begun = place;
      longest = Math.min(longest * 2, LONGEST.any);
    },
    async finish() {
      cut(Number.POSITIVE_INFINITY);
      await running;
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
