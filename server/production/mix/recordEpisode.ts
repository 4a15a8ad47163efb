import type { Speaker } from '#shared/script.ts';
import { lazily } from '../../base/kit/lazily.ts';
import type { LeasedEpisode, LineRow } from '../../episodes/log/lease.ts';
import type { AudioEngine, Master, PreparedClip } from '../../sound/mix/audio.ts';
import type { SoundName } from '../../sound/mix/soundLengths.ts';
import type { RecordingRun } from '../run/episodeRun.ts';
import { type Lead, leadBefore } from '../speak/gaps.ts';
import { openSpeechMeter, type SpeechMeter, TAIL } from '../speak/speechMeter.ts';
import { openLineSynthesizer } from '../speak/synthesizeLines.ts';
import { type Cutter, openCutter } from './cutParts.ts';

/** How many stored clips may be in memory, waiting for their turn. */
const READ_AHEAD = 6;
/** Most lines under way: five takes, as are spoken at once. Not all clips fit into memory. */
const UNDER_WAY = 60;

/** Yields all lines in order, each once it may be spoken and is in the episode log. */
type Script = (
  now: { work: LeasedEpisode; signal: AbortSignal },
  meter: SpeechMeter,
) => AsyncGenerator<LineRow>;

/**
 * Writes, speaks and mixes at the same time. What the episode log holds is not bought again.
 * Resolves with the number of lines whose first clip was unusable.
 */
export async function recordEpisode(
  attempt: RecordingRun,
  gain: Record<Speaker, number>,
  writeScript: Script,
): Promise<number> {
  const { samples, file, episodeLog, audio } = attempt;
  const stop = new AbortController();
  const fail = (error: unknown) => stop.abort(error);
  const signal = AbortSignal.any([attempt.signal, stop.signal]);
  const work = await episodeLog.reread(attempt.work);
  const run = { ...attempt, work, signal };
  const parts = await episodeLog.parts(work);
  const { sampleRate } = samples.A.clip;
  const master = await audio.openMaster({ sampleRate, gain, file, signal });
  const cutter = openCutter(run, { parts, master, fail });
  const soundOf = (name: SoundName) => lazily(() => audio.sound(name, { sampleRate, signal }));
  const sounds = { sting: soundOf('sting'), mark: soundOf('mark') };
  const timeline = openTimeline(master, cutter, {
    level: openLeveler(audio, samples),
    load: (name) => sounds[name](),
  });
  const meter = openSpeechMeter(samples, work.lines, work.podcast);
  const synthesizer = openLineSynthesizer(run);

  // A writer that waits for voices must not wait for a take that waits for lines.
  const unspokenBelow: typeof meter.unspokenBelow = (...limits) => {
    synthesizer.endTake();
    return meter.unspokenBelow(...limits);
  };
  const script = writeScript({ work, signal }, { ...meter, unspokenBelow });

  async function speak(line: LineRow, previous: LineRow | undefined): Promise<PreparedClip> {
    const spoken = await synthesizer.speak(line, previous?.text);
    // Clips of two providers may differ in sample rate.
    const clip = await audio.resample(spoken, { sampleRate, signal });
    meter.measure(line, clip.milliseconds);
    return clip;
  }

  try {
    const lines: LineRow[] = [];
    for await (const line of noticePauses(script, synthesizer.endTake)) {
      const clip = speak(line, lines.at(-1));
      clip.catch(fail);
      timeline.append(line, leadBefore(line, lines, work.podcast), clip);
      lines.push(line);
      await timeline.pendingBelow(line.state === 'spoken' ? READ_AHEAD : UNDER_WAY);
    }
    await timeline.end();
    await episodeLog.recordStarts(work, timeline.starts);
    await master.finish(TAIL);
    await cutter.finish();
    return synthesizer.askedAgain;
  } catch (error) {
    const cause = stop.signal.aborted ? stop.signal.reason : error;
    stop.abort(cause);
    await master.abandon();
    await cutter.stop();
    throw cause;
  }
}

function openTimeline(
  master: Master,
  cutter: Cutter,
  { level, load }: { level: Leveler; load: (name: SoundName) => Promise<PreparedClip> },
) {
  const starts = new Map<number, number>();
  const appended: Promise<void>[] = [];
  let last = Promise.resolve();
  return {
    /** Each line's start by its position, ms. */
    starts,
    append(line: LineRow, lead: Lead, clip: Promise<PreparedClip>): void {
      last = last.then(async () => {
        const { sound, pause, gap } = lead;
        const { speaker } = line;
        const spoken = await clip;
        if (sound) await master.append(await load(sound), null, pause);
        const factor = level(spoken, speaker);
        const { startMilliseconds } = await master.append(spoken, speaker, gap, factor);
        starts.set(line.position, Math.round(startMilliseconds));
        await cutter.pass(line, startMilliseconds, lead);
      });
      // Errors surface in `end` and `pendingBelow`; until then they must not end the process.
      last.catch(() => {});
      appended.push(last);
    },
    async pendingBelow(count: number): Promise<void> {
      await appended.at(-count);
    },
    end: () => last,
  };
}

/** Within a piece the writer's next line comes sooner than this, ms. */
const PAUSE = 1_000;

/** Calls `onPause` when the next item is late, and at the end. */
export async function* noticePauses<T>(
  source: AsyncGenerator<T>,
  onPause: () => void,
): AsyncGenerator<T> {
  try {
    for (;;) {
      const timer = setTimeout(onPause, PAUSE);
      const next = await source.next().finally(() => clearTimeout(timer));
      if (next.done) return onPause();
      yield next.value;
    }
  } finally {
    await source.return(undefined);
  }
}

/** Most that a line is changed beside its host's other lines, dB: a whisper is still a whisper. */
const MOST = 3;
/** Most that a host is changed from what its voice's sample promised, dB. */
const MOST_OF_HOST = 6;
/** The least weight of a host's newest line in the running loudness. */
const WEIGHT = 0.1;
/** A shorter clip tells nothing about loudness, ms. */
const SHORTEST = 400;

/** Returns the linear gain of the next clip on the timeline. */
type Leveler = (clip: PreparedClip, speaker: Speaker) => number;

/**
 * Brings lines towards their host's running loudness, and that towards the voice's sample, for
 * which the gain was made. A line has one gain from end to end, so nothing pumps. Call in timeline
 * order: every mix then gives the same.
 */
export function openLeveler(
  { loudnessOf }: Pick<AudioEngine, 'loudnessOf'>,
  samples: Record<Speaker, { clip: PreparedClip }>,
): Leveler {
  const hostOf = (sample: number) => ({ sample, running: sample, clips: 1 });
  const hosts = {
    A: hostOf(loudnessOf(samples.A.clip)),
    B: hostOf(loudnessOf(samples.B.clip)),
  };
  return (clip, speaker) => {
    const loudness = clip.milliseconds < SHORTEST ? -Infinity : loudnessOf(clip);
    if (!Number.isFinite(hosts[speaker].sample)) hosts[speaker] = hostOf(loudness);
    const host = hosts[speaker];
    const ofHost = within(MOST_OF_HOST, host.sample - host.running);
    if (!Number.isFinite(loudness)) return linear(Number.isFinite(ofHost) ? ofHost : 0);
    const ofLine = within(MOST, host.running - loudness);
    host.clips += 1;
    host.running += Math.max(WEIGHT, 1 / host.clips) * (loudness - host.running);
    return linear(ofHost + ofLine);
  };
}

const within = (most: number, decibels: number) => Math.min(most, Math.max(-most, decibels));
const linear = (decibels: number) => 10 ** (decibels / 20);
