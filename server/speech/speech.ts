/** Mono signed 16-bit PCM. */
export interface Clip {
  samples: Int16Array;
  sampleRate: number;
}

export interface Utterance {
  voiceId: string;
  text: string;
  /** The same host's or the other's neighbouring words, for a natural intonation; never spoken. */
  previousText?: string | undefined;
  nextText?: string | undefined;
}

/** A voice as the provider lists it. */
export interface ProviderVoice {
  id: string;
  name: string;
  labels: Record<string, string>;
  description: string | null;
  category: string | null;
}

export interface Narrator {
  /** Names model and settings: part of a clip's content address, so that a change re-buys. */
  readonly settings: string;
  /** Every voice the account can speak with. Throws `ProviderFailure`. */
  voices(signal: AbortSignal): Promise<ProviderVoice[]>;
  /**
   * Speaks one line. The clip is verified: not empty, not silent, of a possible length for its text.
   * Retries passing trouble with backoff inside; throws `ProviderFailure` when that does not help.
   */
  speak(utterance: Utterance, signal: AbortSignal): Promise<Clip>;
}
