import type { Outline } from '#shared/script.ts';
import type { AudioEngine, Master, PreparedClip } from '../audio/audio.ts';
import type { EpisodeLog } from '../podcasts/episodeLog.ts';
import type { LeasedEpisode, LineRow } from '../podcasts/lease.ts';
import type { Moderator, ScriptWriter } from '../script/script.ts';
import type { Narrator } from '../speech/speech.ts';
import type { Storage } from '../storage/storage.ts';
import { type Cutter, openCutter } from './cutParts.ts';
import { openLineModerator } from './moderateLines.ts';
import { openRunningTime } from './runningTime.ts';
import { gapBefore, openSpeechRate, TAIL } from './speechRate.ts';
import { openLineSynthesizer } from './synthesizeLines.ts';
import { splitScript, writeScript } from './writeScript.ts';

/** A host as heard before line 1: what the pace and the gain are first reckoned from. */
export interface Sample {
  clip: PreparedClip;
  characters: number;
}

export interface RecordingTools {
  writer: ScriptWriter;
  moderator: Moderator;
  narrator: Narrator;
  storage: Storage;
  audio: AudioEngine;
  episodeLog: EpisodeLog;
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
  work: LeasedEpisode,
  outline: Outline,
  samples: { A: Sample; B: Sample },
  gain: { A: number; B: number },
  file: string,
  tools: RecordingTools,
  outer: AbortSignal,
): Promise<Recorded> {
  const stop = new AbortController();
  const signal = AbortSignal.any([outer, stop.signal]);
  const pace = openSpeechRate({ A: rateOf(samples.A), B: rateOf(samples.B) });
  const tally = openRunningTime(pace);
  const sampleRate = samples.A.clip.sampleRate;
  const made = await tools.episodeLog.parts(work);
  const master = await tools.audio.openMaster({ sampleRate, gain, file, signal });
  const cutter = openCutter({ work, made, master, fail: (error) => stop.abort(error) }, tools);
  const timeline = openTimeline(master, cutter);
  const screen = openLineModerator(
    tools.moderator,
    headingOf(work, outline, tools.episodeLog),
    signal,
  );
  const synthesizer = openLineSynthesizer(work, tools, signal);

  let previous: LineRow | undefined;
  function speak(line: LineRow): void {
    const before = previous;
    previous = line;
    const clip = screen
      .admit(line)
      .then(() => synthesizer.speak(line, before?.text))
      .then((prepared) => {
        tally.measureLine(line, prepared.milliseconds);
        return prepared;
      });
    clip.catch((error) => stop.abort(error));
    timeline.put(line, gapBefore(line, before), clip);
  }

  try {
    for (const line of work.lines) tally.add(line);
    for (const line of splitScript(work, outline).ready) {
      speak(line);
      if (line.state === 'spoken') await timeline.shorterThan(READ_AHEAD);
    }
    for await (const line of writeScript(work, outline, { ...tools, pace, tally }, signal)) {
      speak(line);
    }
    await timeline.empty();
    await tools.episodeLog.recordStarts(work, timeline.starts);
    await master.finish(TAIL);
    await cutter.finish();
    return { askedAgain: synthesizer.askedAgain };
  } catch (error) {
    const cause = stop.signal.aborted ? stop.signal.reason : error;
    stop.abort(cause);
    await master.abandon();
    await cutter.stop();
    throw cause;
  }
}

/** Title, summary and the chapters' titles, unless they are shown already. */
function headingOf(work: LeasedEpisode, outline: Outline, episodeLog: EpisodeLog) {
  if (work.podcast.summary !== null) return null;
  const { title, summary, sections } = outline;
  return {
    texts: [title, summary, ...sections.map((section) => section.title)],
    show: () => episodeLog.change(work, { title, summary }),
  };
}

function rateOf({ clip, characters }: Sample) {
  return { characters, milliseconds: clip.milliseconds };
}

/** Puts clips on the tape in the order of the script, in whatever order they are ready. */
function openTimeline(master: Master, cutter: Cutter) {
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
