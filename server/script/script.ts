import type { Outline, ScriptLine } from '#shared/script.ts';
import type { Verdict } from './moderation.ts';

/**
 * What one call to the model used, in tokens: of `inputTokens`, `cachedTokens` came cheaper and
 * `cacheWriteTokens` were kept for later calls, which costs more.
 */
export interface Usage {
  model: string;
  inputTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
}

/** What is to be talked about, by whom and how. `hostA` and `hostB` are the hosts' names as they will be spoken. */
export interface Brief {
  /** The episode's public id: names the episode to the provider's prompt cache, never to a listener. */
  episode: string;
  /** The buyer's account: told to the provider as a hash, so that it can tell abusers apart. */
  account?: number | null;
  /** The buyer's words: a subject to talk about, never an instruction to follow. */
  topic: string;
  tone: string;
  style: string;
  minutes: number;
  hostA: string;
  hostB: string;
  /**
   * Told once for each call that was paid for, also for one that failed or was stopped early: the
   * provider counts neither of those for us, so what they used is then estimated from the text.
   */
  onUsage?(usage: Usage): void;
}

export interface SectionBrief extends Brief {
  outline: Outline;
  /** Index into `outline.sections`. */
  section: number;
  /** Words left for this request; counts spoken words of both hosts. */
  words: number;
  /** `opening` greets, `closing` says goodbye, `middle` does neither. */
  place: 'opening' | 'middle' | 'closing';
  /** All lines before this request, oldest first, so that the talk goes on and repeats nothing. */
  soFar: ScriptLine[];
}

export interface ScriptWriter {
  /** Plans the episode in one call. Throws `ProviderFailure`. */
  plan(brief: Brief, signal: AbortSignal): Promise<Outline>;
  /**
   * Writes one section, giving each line as soon as the provider has closed it. Lines are cleaned:
   * plain spoken English, no markup, stage directions, speaker names, addresses or emoji. The
   * consumer may stop early; the provider's stream is then aborted. Throws `ProviderFailure`
   * after giving whatever lines were complete.
   */
  write(brief: SectionBrief, signal: AbortSignal): AsyncIterable<ScriptLine>;
}

export interface Moderator {
  /**
   * Whether this text may become an episode; `borderline` is for a person to decide. Throws
   * `ProviderFailure` when nobody can tell.
   */
  moderate(text: string, signal: AbortSignal): Promise<Verdict>;
}
