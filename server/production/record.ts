import type { Outline } from '#shared/script.ts';
import type { Desk, Master, PreparedClip } from '../audio/audio.ts';
import type { LineRow, Work } from '../podcasts/lease.ts';
import type { Ledger } from '../podcasts/ledger.ts';
import type { Moderator, ScriptWriter } from '../script/script.ts';
import type { Narrator } from '../speech/speech.ts';
import type { Storage } from '../storage/storage.ts';
import { type Cutter, openCutter } from './cut.ts';
import { gapBefore, openPace, TAIL } from './pace.ts';
import { openScreen } from './screen.ts';
import { openBooth } from './speak.ts';
import { openTally } from './tally.ts';
import { splitScript, writeScript } from './write.ts';

/** A host as heard before line 1: what the pace and the gain are first reckoned from. */
export interface Sample {
  clip: PreparedClip;
  characters: number;
}

export interface Studio {
  writer: ScriptWriter;
  moderator: Moderator;
  narrator: Narrator;
  storage: Storage;
  desk: Desk;
  ledger: Ledger;
}

/** What is worth knowing of a recording once it is over. */
interface Recorded {
  /** Lines whose first clip would not do; what an earlier process saw of it is forgotten. */
  askedAgain: number;
}

/** Stored clips that may wait in memory for their turn on the tape. */
const READ_AHEAD = 6;

/**
 * Writes, speaks and mixes at the same time: a line is spoken as soon as it is written and moderation
 * has let it through, and goes on tape as soon as all before it are there. What the ledger already
 * holds is not bought again. Each line's start on the finished file's timeline ends in the ledger.
 */
export async function record(
  work: Work,
  outline: Outline,
  samples: { A: Sample; B: Sample },
  gain: { A: number; B: number },
  file: string,
  studio: Studio,
  outer: AbortSignal,
): Promise<Recorded> {
  const stop = new AbortController();
  const signal = AbortSignal.any([outer, stop.signal]);
  const pace = openPace({ A: heard(samples.A), B: heard(samples.B) });
  const tally = openTally(pace);
  const sampleRate = samples.A.clip.sampleRate;
  const made = await studio.ledger.parts(work);
  const master = await studio.desk.openMaster({ sampleRate, gain, file, signal });
  const cutter = openCutter({ work, made, master, fail: (error) => stop.abort(error) }, studio);
  const tape = openTape(master, cutter);
  const screen = openScreen(studio.moderator, headingOf(work, outline, studio.ledger), signal);
  const booth = openBooth(work, studio, signal);

  let previous: LineRow | undefined;
  function speak(line: LineRow): void {
    const before = previous;
    previous = line;
    const clip = screen
      .admit(line)
      .then(() => booth.speak(line, before?.text))
      .then((prepared) => {
        tally.hear(line, prepared.milliseconds);
        return prepared;
      });
    clip.catch((error) => stop.abort(error));
    tape.put(line, gapBefore(line, before), clip);
  }

  try {
    for (const line of work.lines) tally.add(line);
    for (const line of splitScript(work, outline).ready) {
      speak(line);
      if (line.state === 'spoken') await tape.shorterThan(READ_AHEAD);
    }
    for await (const line of writeScript(work, outline, { ...studio, pace, tally }, signal)) {
      speak(line);
    }
    await tape.empty();
    await studio.ledger.recordStarts(work, tape.starts);
    await master.finish(TAIL);
    await cutter.finish();
    return { askedAgain: booth.askedAgain };
  } catch (error) {
    const cause = stop.signal.aborted ? stop.signal.reason : error;
    stop.abort(cause);
    await master.abandon();
    await cutter.stop();
    throw cause;
  }
}

/** Title, summary and the chapters' titles, unless they are shown already. */
function headingOf(work: Work, outline: Outline, ledger: Ledger) {
  if (work.podcast.summary !== null) return null;
  const { title, summary, sections } = outline;
  return {
    texts: [title, summary, ...sections.map((section) => section.title)],
    show: () => ledger.change(work, { title, summary }),
  };
}

function heard({ clip, characters }: Sample) {
  return { characters, milliseconds: clip.milliseconds };
}

/** Puts clips on the tape in the order of the script, in whatever order they are ready. */
function openTape(master: Master, cutter: Cutter) {
  const starts = new Map<number, number>();
  const places: Promise<void>[] = [];
  let last = Promise.resolve();
  return {
    starts,
    put(line: LineRow, gap: number, clip: Promise<PreparedClip>): void {
      last = last.then(async () => {
        const { startMilliseconds } = await master.append(await clip, line.speaker, gap);
        starts.set(line.position, Math.round(startMilliseconds));
        cutter.pass(line, startMilliseconds, gap);
      });
      // The failure is met by whoever waits for the tape; until then it must not end the process.
      last.catch(() => {});
      places.push(last);
    },
    /** Waits until fewer than `count` lines are not yet on tape. */
    async shorterThan(count: number): Promise<void> {
      await places.at(-count);
    },
    empty: () => last,
  };
}
