/** Mono signed 16-bit PCM. */
export interface Clip {
  samples: Int16Array;
  sampleRate: number;
}

/** Sound that nobody can read, or only a part of: what it came from is to blame, not who reads it. */
export class BrokenSound extends Error {
  override readonly name = 'BrokenSound';
}

export interface Utterance {
  voiceId: string;
  text: string;
  /** Lines of one episode come in order, episodes take turns; without it, a turn of its own. */
  episode?: string;
  /** The neighbouring words, for a natural intonation; never spoken. */
  previousText?: string | undefined;
  /** Asked when the call is made: by then the next line may be written. */
  nextText?: () => string | undefined;
  /** Called before each purchase, when the line's turn has come; what it throws passes through. */
  beforeBuying?: () => Promise<void>;
  /**
   * Told of each answer that was not refused: the characters it cost (0 when it was no sound at
   * all), and whether its clip will do. One that will not is asked for again.
   */
  onBought?: (characters: number, good: boolean) => void;
}

/** A part of the calls that the account allows at once. */
export interface Share {
  mine: number;
  of: number;
}

/** How the account's calls are divided among all who speak with it at the moment. */
export interface Shares {
  /**
   * Says how many episodes wait here and how many calls at once the account allows, as far as is
   * learnt here; resolves with the part that is ours. To be said about each second.
   */
  claim(episodes: number, learnt: number): Promise<Share>;
  /** There is nothing more to speak here. */
  release(): Promise<void>;
}

/** A voice as the provider lists it. */
export interface ProviderVoice {
  id: string;
  name: string;
  labels: Record<string, string>;
  description: string | null;
  category: string | null;
  /** What a character costs, as a multiple of the model's own price. */
  rate: number;
  /** When it can no longer speak, ms since 1970; null when no end is announced. */
  endsAt: number | null;
}

/** A voice of the provider's public library, which any account may add to its own. */
export interface LibraryVoice extends ProviderVoice {
  /** Whose it is: part of its name in the library. */
  ownerId: string;
}

/** The library, as far as `npm run voices` needs it. All throw `ProviderFailure`. */
export interface VoiceLibrary {
  /**
   * English voices without a price multiplier, not live-moderated, with a notice period: the most
   * used first, `most` of them.
   */
  search(most: number, signal: AbortSignal): Promise<LibraryVoice[]>;
  /** The voice with this id, or null. */
  find(id: string, signal: AbortSignal): Promise<LibraryVoice | null>;
  /** Adds it to the account, under its own name and id; one that is there already stays. */
  add(voice: LibraryVoice, signal: AbortSignal): Promise<void>;
}

/** What is left of the account's credits: a character takes one, or less by the model. */
export interface Credits {
  /** The plan, in the provider's word. */
  tier: string;
  used: number;
  limit: number;
  /** When they are new, ms since 1970; null when the provider does not say. */
  renewedAt: number | null;
  /** Whether the account goes on after its last credit, paid by use. */
  byUse: boolean;
}

export interface Narrator {
  /** By the provider's name for it. */
  readonly model: string;
  /** Names model and settings: part of a clip's content address, so that a change re-buys. */
  readonly settings: string;
  /** Every voice the account can speak with. Throws `ProviderFailure`. */
  voices(signal: AbortSignal): Promise<ProviderVoice[]>;
  /**
   * Speaks one line. The clip is verified: not empty, silent or overdriven, of a possible length for
   * its text. Retries passing trouble with backoff inside, in the same place of the queue; throws
   * `ProviderFailure` when that does not help.
   */
  speak(utterance: Utterance, signal: AbortSignal): Promise<Clip>;
}

/** How a line is spoken: by which model, and in which format it comes. */
export interface Manner {
  speech: string;
  /** One that `format.ts` lists. */
  format: string;
}

/** An account that speaks. */
export interface SpeechAccount {
  /** The first part of every narrator's settings: a stand-in's clips never pass for the provider's. */
  readonly host: string;
  /** What is left of the account's credits; null when the key may not be told. Throws `ProviderFailure`. */
  credits(signal: AbortSignal): Promise<Credits | null>;
  /**
   * What the account could speak with: its English models, and its plan; null is what the key may
   * not be told. Throws `ProviderFailure`.
   */
  abilities(signal: AbortSignal): Promise<{ models: string[] | null; tier: string | null }>;
  /**
   * A narrator of one manner. All of them share the account's calls. Throws at once when the format
   * is not one it can read.
   */
  narrator(manner: Manner): ProbedNarrator;
}

export interface ProbedNarrator extends Narrator {
  /** Asks once, for nothing, whether ElevenLabs serves us. Throws `ProviderFailure`. */
  probe(signal: AbortSignal): Promise<void>;
}
