import type { Delivery } from '#shared/script.ts';

/** Who can speak: ElevenLabs, and a server that knows OpenAI's protocol for speech. */
export type SpeechProvider = 'ElevenLabs' | 'Speech server';

/** Mono signed 16-bit PCM. */
export interface Clip {
  samples: Int16Array;
  sampleRate: number;
}

/** Audio that is broken or cut: the fault of its source, not of this machine. */
export class BrokenSound extends Error {
  override readonly name = 'BrokenSound';
}

/** Turns a whole MP3 into samples. Rejects with `BrokenSound` for one that is cut or broken. */
export type Decode = (mp3: Buffer, signal: AbortSignal) => Promise<Clip>;

export interface SpeechRequest {
  /** Requests of one episode are served in order, and episodes take turns. Without it the request has a turn of its own. */
  episode?: string;
  /** Called before each purchase, when the request's turn has come. */
  beforeBuying?: () => Promise<void>;
  /**
   * Called for each answer that was billed: the characters it cost (0 when it was no audio at all),
   * whether its sound is usable, and where a minute may have a price, how long it is. An unusable one
   * is requested again.
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
  /** Called when the request is made: by then the next line may be written. */
  nextText?: () => string | undefined;
  /** Relative to the voice's own, 0.7 to 1.2; ignored by a model that cannot vary it. */
  speed?: number;
}

/** Consecutive lines that one request speaks as a scene. */
export interface Take extends SpeechRequest {
  lines: (Words & { voiceId: string })[];
}

/** `mine` of `of` calls that the account allows at once. */
export interface Share {
  mine: number;
  of: number;
}

/** Divides the account's calls among the processes that use it at the moment. */
export interface Shares {
  /**
   * Reports how many episodes wait here, and the limit of the account as learnt here. Resolves with
   * our share. Must be repeated about every second.
   */
  claim(episodes: number, learnt: number): Promise<Share>;
  /** There is nothing left to speak here. */
  release(): Promise<void>;
}

export interface ProviderVoice {
  id: string;
  name: string;
  labels: Record<string, string>;
  description: string | null;
  category: string | null;
  /** The price of a character, as a multiple of the model's price. */
  rate: number;
  /** When the voice ends, ms since 1970; null when no end is announced. */
  endsAt: number | null;
}

/** The account's credits: a character takes one, or less by the model. */
export interface Credits {
  /** The provider's name of the plan. */
  tier: string;
  used: number;
  limit: number;
  /** When they are renewed, ms since 1970; null when unknown. */
  renewedAt: number | null;
  /** Whether the account continues after its last credit, paid by use. */
  byUse: boolean;
}

/** Speaks lines with one model in one format. */
export interface Narrator {
  /** As its failures name it. */
  readonly provider: SpeechProvider;
  /** The provider's name of the model. */
  readonly model: string;
  /** Model and settings: part of a clip's content address, so that a change buys new clips. */
  readonly settings: string;
  /**
   * A line as it is sent and billed: in words unless the model reads figures well, and with the delivery's
   * tag where it performs it. Part of a clip's content address.
   */
  tagged(line: Words): string;
  readonly variesSpeed: boolean;
  owns(voiceId: string): boolean;
  /** All voices of the account. Throws `ProviderFailure`. */
  voices(signal: AbortSignal): Promise<ProviderVoice[]>;
  /**
   * Speaks one line. The clip is verified: not empty, silent or overdriven, and of a plausible length
   * for its text. Temporary failures are retried with backoff under the same ticket. Throws
   * `ProviderFailure` when that does not help.
   */
  speak(utterance: Utterance, signal: AbortSignal): Promise<Clip>;
  /** Characters that all lines of a take may have; null for a model that speaks line by line. */
  readonly longestTake: number | null;
  /**
   * Speaks the lines of a take in one call, and resolves with a clip for each. In all else like
   * `speak`: one missing or unusable clip, and the take is asked for again.
   */
  speakTake(take: Take, signal: AbortSignal): Promise<Clip[]>;
}

export interface NarratorOptions {
  speech: string;
  /** One of those in `format.ts`. */
  format: string;
}

export interface SpeechAccount {
  /** The first part of every narrator's settings: a stand-in's clips are never taken for the provider's. */
  readonly host: string;
  /** Null when the key may not read them. Throws `ProviderFailure`. */
  credits(signal: AbortSignal): Promise<Credits | null>;
  /** English models only; null is what the key may not read. Throws `ProviderFailure`. */
  abilities(signal: AbortSignal): Promise<{ models: string[] | null; tier: string | null }>;
  /**
   * All narrators share the account's calls. Throws at once when we cannot read the format.
   */
  narrator(options: NarratorOptions): ProbedNarrator;
}

export interface ProbedNarrator extends Narrator {
  /** Checks once, free of charge, whether the provider serves us. Throws `ProviderFailure`. */
  probe(signal: AbortSignal): Promise<void>;
}

/** Spoken by checks and trials, which nobody ordered. */
export const TRIAL_SENTENCE = 'This is to hear whether we can be heard.';
