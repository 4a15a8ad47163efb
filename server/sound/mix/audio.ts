import type { EpisodeWave } from '#shared/episode.ts';
import type { Clip } from '../speech/speech.ts';
import type { SoundName } from './soundLengths.ts';

/** A clip with the silence at both ends trimmed. */
export interface PreparedClip {
  samples: Int16Array;
  sampleRate: number;
  milliseconds: number;
}

export interface MasterOptions {
  sampleRate: number;
  /** Linear, from `gainFor`. */
  gain: { A: number; B: number };
  /** The MP3 has a temporary name until it is complete. */
  file: string;
  signal: AbortSignal;
}

export interface Measured {
  seconds: number;
  /** Integrated, LUFS (BS.1770-4). */
  loudness: number;
  /** dBTP. */
  truePeak: number;
}

/** An MP3 of its own. Decoded, it has the same samples as in the whole file. */
export interface Slice {
  mp3: Buffer;
  startMilliseconds: number;
  milliseconds: number;
}

/** A clip may cover this much of the end of the one before it, ms. */
export const LONGEST_OVERLAP = 600;

/** An episode that is encoded while its lines are appended. */
export interface Master {
  /**
   * Appends a gap, then a clip. A negative gap lays the clip over the end of the one before it, by
   * no more than `LONGEST_OVERLAP` and no more than either lasts. `factor` is a linear gain on top
   * of the host's, if any. Resolves when the encoder has read all that no later clip can cover. The
   * start is exact to the sample, in ms of the finished file.
   */
  append(
    clip: PreparedClip,
    speaker: 'A' | 'B' | null,
    gapMilliseconds: number,
    factor?: number,
  ): Promise<{ startMilliseconds: number }>;
  /** Starts the next gap, ms, which `append` counts: no clip can cover what is before it. */
  rest(milliseconds: number): Promise<void>;
  readonly milliseconds: number;
  /**
   * Cuts between two positions (ms), each moved to the nearest MP3 frame; Infinity is the end.
   * Resolves once the encoder is past `to`: for Infinity, after `finish`. Rejects if that fails.
   */
  slice(from: number, to: number): Promise<Slice>;
  finish(tailMilliseconds: number): Promise<void>;
  /** Kills the encoder and removes the temporary file. */
  abandon(): Promise<void>;
}

export interface Tags {
  title: string;
  hosts: [string, string];
  summary: string;
  date: Date;
  cover: Buffer | null;
  chapters: { title: string; startMilliseconds: number; endMilliseconds: number }[];
  comment: string;
}

export interface CoverContents {
  title: string;
  hosts: [string, string];
  /** Shapes an imagined wave where `wave` is null. */
  seed: string;
  wave: EpisodeWave | null;
}

export interface AudioEngine {
  prepare(clip: Clip): PreparedClip;
  /** Returns the clip itself when it already has this rate (Hz). */
  resample(
    clip: PreparedClip,
    options: { sampleRate: number; signal: AbortSignal },
  ): Promise<PreparedClip>;
  /** Linear. Needs a clip of a few seconds. */
  gainFor(clip: PreparedClip): number;
  /** LUFS, integrated; -Infinity for silence. */
  loudnessOf(clip: PreparedClip): number;
  openMaster(options: MasterOptions): Promise<Master>;
  measure(file: string, signal: AbortSignal): Promise<Measured>;
  tag(file: string, tags: Tags): Promise<void>;
  /** Returns a JPEG of 1400 x 1400 pixels. */
  drawCover(episode: CoverContents): Promise<Buffer>;
  sound(
    name: SoundName,
    options: { sampleRate: number; signal: AbortSignal },
  ): Promise<PreparedClip>;
  /** Rejects with `BrokenSound` for an MP3 that is cut or broken. */
  decode(mp3: Buffer, signal: AbortSignal): Promise<Clip>;
  /** Returns a small MP3, for voice samples. */
  encode(clip: Clip, signal: AbortSignal): Promise<Buffer>;
}
