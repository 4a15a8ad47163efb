import type { Clip } from '../speech/speech.ts';

/** A clip made ready for the timeline: silence trimmed at both ends. */
export interface PreparedClip {
  samples: Int16Array;
  sampleRate: number;
  milliseconds: number;
}

export interface MasterOptions {
  /** Sample rate of the clips that will be appended, Hz. */
  sampleRate: number;
  /** Linear gain per host, from `gainFor` on a clip of that voice. */
  gain: { A: number; B: number };
  /** Where the MP3 is written; a temporary name is used until it is whole. */
  file: string;
  signal: AbortSignal;
}

/** The measured facts of a finished file (BS.1770-4, EBU R128). */
export interface Measured {
  seconds: number;
  /** Integrated loudness, LUFS. */
  loudness: number;
  /** True peak, dBTP. */
  truePeak: number;
}

/** A stretch of an episode as an MP3 of its own, sample for sample what the whole file has there. */
export interface Slice {
  mp3: Buffer;
  startMilliseconds: number;
  milliseconds: number;
}

/** An episode being mixed: lines go in, in order, while the encoder is already at work. */
export interface Master {
  /**
   * Puts silence and then a clip on the tape. Resolves when the encoder has taken it.
   * The start is exact to the sample, in milliseconds of the finished file.
   */
  append(
    clip: PreparedClip,
    speaker: 'A' | 'B',
    gapMilliseconds: number,
  ): Promise<{ startMilliseconds: number }>;
  /** Milliseconds on the tape so far. */
  readonly milliseconds: number;
  /**
   * The sound between two places of the timeline (ms, each moved to the nearest edge of an MP3 frame;
   * Infinity is the end), cut from what the encoder has written. Resolves once it is past `to`: for
   * Infinity, after `finish`. Rejects when the file will never be whole.
   */
  slice(from: number, to: number): Promise<Slice>;
  /** Closes the file. `tail` is silence after the last line. */
  finish(tailMilliseconds: number): Promise<void>;
  /** Gives up: the encoder is ended and the temporary file removed. */
  abandon(): Promise<void>;
}

export interface Tags {
  title: string;
  hosts: [string, string];
  summary: string;
  date: Date;
  cover: Buffer;
  chapters: { title: string; startMilliseconds: number; endMilliseconds: number }[];
  comment: string;
}

/** The sound desk: everything that touches samples or MP3. */
export interface AudioEngine {
  prepare(clip: Clip): PreparedClip;
  /** Linear gain that brings this voice to the loudness of the house, from a clip of a few seconds. */
  gainFor(clip: PreparedClip): number;
  openMaster(options: MasterOptions): Promise<Master>;
  /** Reads the finished file back: length, loudness, true peak. */
  measure(file: string, signal: AbortSignal): Promise<Measured>;
  /** Writes ID3 (title, hosts, cover, chapters, AI mark) in front of the finished file. */
  tag(file: string, tags: Tags): Promise<void>;
  /** A 1400 x 1400 JPEG drawn from the episode in the product's look. */
  drawCover(episode: { title: string; hosts: [string, string]; seed: string }): Promise<Buffer>;
  /** The sound of a whole MP3 of 44.1 kHz; rejects for one that is cut or broken. */
  decode(mp3: Buffer, signal: AbortSignal): Promise<Clip>;
  /** Any clip as a small MP3, for voice samples. */
  encode(clip: Clip, signal: AbortSignal): Promise<Buffer>;
}
