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
  /** Sample rate of the clips that will be appended, Hz. */
  sampleRate: number;
  /** Linear gain per host, from `gainFor`. */
  gain: { A: number; B: number };
  /** Where the MP3 is written; it has a temporary name until it is complete. */
  file: string;
  signal: AbortSignal;
}

/** Measurements of a finished file (BS.1770-4, EBU R128). */
export interface Measured {
  seconds: number;
  /** Integrated loudness, LUFS. */
  loudness: number;
  /** True peak, dBTP. */
  truePeak: number;
}

/** A stretch of an episode as an MP3 of its own. Decoded, it is the same samples as in the whole file. */
export interface Slice {
  mp3: Buffer;
  startMilliseconds: number;
  milliseconds: number;
}

/** A clip may lie over this much of the end of the one before it, ms. */
export const LONGEST_OVERLAP = 600;

/** An episode that is encoded while its lines are appended. */
export interface Master {
  /**
   * Appends silence and then a clip to the timeline. A negative gap lays the clip over the end of the one
   * before it, by no more than `LONGEST_OVERLAP` and no more than either lasts; both are summed before
   * the limiter. `factor` is a linear gain on top of the host's; what nobody speaks has no other. Resolves when the encoder has read all
   * that nothing can be laid over any more. The start is exact to the sample, in milliseconds of the
   * finished file.
   */
  append(
    clip: PreparedClip,
    speaker: 'A' | 'B' | null,
    gapMilliseconds: number,
    factor?: number,
  ): Promise<{ startMilliseconds: number }>;
  /** Begins the next gap, ms: nothing is laid over what is there, and the encoder reads it. */
  rest(milliseconds: number): Promise<void>;
  /** Length of the timeline so far. */
  readonly milliseconds: number;
  /**
   * Cuts the audio between two positions (ms, each moved to the nearest edge of an MP3 frame; Infinity
   * is the end) out of the growing file. Resolves once the encoder is past `to`: for Infinity, after
   * `finish`. Rejects when the file will never be complete.
   */
  slice(from: number, to: number): Promise<Slice>;
  finish(tailMilliseconds: number): Promise<void>;
  /** Kills the encoder, and removes the temporary file. */
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
  /** Of an imagined conversation, where there is no wave. */
  seed: string;
  wave: EpisodeWave | null;
}

export interface AudioEngine {
  /** Trims the silence at both ends. */
  prepare(clip: Clip): PreparedClip;
  /** The same sound at another rate, Hz; at its own it is the clip itself. */
  resample(
    clip: PreparedClip,
    options: { sampleRate: number; signal: AbortSignal },
  ): Promise<PreparedClip>;
  /** Linear gain that brings a voice to our loudness, from a clip of a few seconds. */
  gainFor(clip: PreparedClip): number;
  /** Integrated loudness of a clip, LUFS; -Infinity for silence. */
  loudnessOf(clip: PreparedClip): number;
  openMaster(options: MasterOptions): Promise<Master>;
  measure(file: string, signal: AbortSignal): Promise<Measured>;
  tag(file: string, tags: Tags): Promise<void>;
  /** A JPEG of 1400 x 1400 pixels in the product's design. */
  drawCover(episode: CoverContents): Promise<Buffer>;
  /** A sound of our own at the rate of an episode's clips, Hz. */
  sound(
    name: SoundName,
    options: { sampleRate: number; signal: AbortSignal },
  ): Promise<PreparedClip>;
  /** Decodes a complete MP3 at its own rate; rejects with `BrokenSound` for one that is cut or broken. */
  decode(mp3: Buffer, signal: AbortSignal): Promise<Clip>;
  /** Encodes a clip as a small MP3, for voice samples. */
  encode(clip: Clip, signal: AbortSignal): Promise<Buffer>;
}
