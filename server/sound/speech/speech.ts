import type { Delivery } from '#shared/script.ts';

/** `Speech server` is any server with OpenAI's protocol for speech. */
export type SpeechProvider = 'ElevenLabs' | 'Speech server';

/** Mono signed 16-bit PCM. */
export interface Clip {
  samples: Int16Array;
  sampleRate: number;
}

/** Audio that is broken or cut: its source is at fault, not this machine. */
export class BrokenSound extends Error {
  override readonly name = 'BrokenSound';
}

/** Rejects with `BrokenSound` for an MP3 that is cut or broken. */
export type Decode = (mp3: Buffer, signal: AbortSignal) => Promise<Clip>;

export interface SpeechRequest {
  /** Requests of one episode go in order; episodes, and requests without one, take turns. */
  episode?: string;
  /** Called when the request's turn has come, before each purchase. */
  beforeBuying?: () => Promise<void>;
  /**
   * Called for each answer: characters billed (0 for no audio), whether the sound is usable, and
   * its length where minutes may have a price. Unusable sound is requested again.
   */
  onBought?: (characters: number, good: boolean, seconds?: number) => void;
}

export interface Words {
  text: string;
  delivery?: Delivery | null | undefined;
}

export interface Utterance extends SpeechRequest, Words {
  voiceId: string;
  /** Context for a natural intonation; not spoken. */
  previousText?: string | undefined;
  /** Called when the request is made, because the next line may be written by then. */
  nextText?: () => string | undefined;
  /** Relative to the voice's own, 0.7 to 1.2; ignored by a model that cannot vary it. */
  speed?: number;
}

export interface Take extends SpeechRequest {
  lines: (Words & { voiceId: string })[];
}

/** `mine` of `of` calls that the account allows at once. */
export interface Share {
  mine: number;
  of: number;
}

/** Divides the account's calls among the processes that use it. */
export interface Shares {
  /** Reports the episodes and the limit known here. Must be repeated about every second. */
  claim(episodes: number, learnt: number): Promise<Share>;
  /** Must be called when nothing is left to speak here. */
  release(): Promise<void>;
}

export interface ProviderVoice {
  id: string;
  name: string;
  labels: Record<string, string>;
  description: string | null;
  category: string | null;
  /** Price of a character, as a multiple of the model's price. */
  rate: number;
  /** ms since 1970; null when no end is announced. */
  endsAt: number | null;
}

/** A character takes one credit, or less with some models. */
export interface Credits {
  tier: string;
  used: number;
  limit: number;
  /** ms since 1970; null when unknown. */
  renewedAt: number | null;
  /** The account continues after its last credit, paid by use. */
  byUse: boolean;
}

export interface Narrator {
  readonly provider: SpeechProvider;
  readonly model: string;
  /** Model and settings. Part of a clip's content address, so that a change buys new clips. */
  readonly settings: string;
  /** Returns what is sent and billed for a line. Part of a clip's content address. */
  tagged(line: Words): string;
  readonly variesSpeed: boolean;
  owns(voiceId: string): boolean;
  /** Throws `ProviderFailure`. */
  voices(signal: AbortSignal): Promise<ProviderVoice[]>;
  /**
   * Verifies the clip: not empty, silent or overdriven, and of a plausible length. Retries
   * temporary failures under the same ticket; throws `ProviderFailure` when that does not help.
   */
  speak(utterance: Utterance, signal: AbortSignal): Promise<Clip>;
  /** Characters that all lines of a take may have; null for a model that speaks line by line. */
  readonly longestTake: number | null;
  /** Like `speak`: after one missing or unusable clip the whole take is requested again. */
  speakTake(take: Take, signal: AbortSignal): Promise<Clip[]>;
}

export interface NarratorOptions {
  speech: string;
  /** One of those in `format.ts`. */
  format: string;
}

export interface SpeechAccount {
  /** Begins each narrator's settings: a stand-in's clips never pass for the provider's. */
  readonly host: string;
  /** Null when the key may not read them. Throws `ProviderFailure`. */
  credits(signal: AbortSignal): Promise<Credits | null>;
  /** All narrators share the account's calls. Throws at once when we cannot read the format. */
  narrator(options: NarratorOptions): ProbedNarrator;
}

export interface ProbedNarrator extends Narrator {
  /** Checks once, free of charge, whether the provider serves us. Throws `ProviderFailure`. */
  probe(signal: AbortSignal): Promise<void>;
}

export const TRIAL_SENTENCE = 'This is to hear whether we can be heard.';
