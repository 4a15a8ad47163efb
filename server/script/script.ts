import type { Outline, ScriptLine } from '#shared/script.ts';

/** What is to be talked about, by whom and how. `voice*` are the hosts' names as they will be spoken. */
export interface Brief {
  /** The episode's public id: names the episode to the provider's prompt cache, never to a listener. */
  episode: string;
  /** The buyer's words: a subject to talk about, never an instruction to follow. */
  topic: string;
  tone: string;
  style: string;
  minutes: number;
  hostA: string;
  hostB: string;
}

export interface SectionBrief extends Brief {
  outline: Outline;
  /** Index into `outline.sections`. */
  section: number;
  /** Words left for this request; counts spoken words of both hosts. */
  words: number;
  /** `opening` greets, `closing` says goodbye, `middle` does neither. */
  place: 'opening' | 'middle' | 'closing';
  /** The last lines before this request, oldest first, so that the talk goes on where it was. */
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
  /** Whether this text may become an episode. Throws `ProviderFailure` when nobody can tell. */
  allows(text: string, signal: AbortSignal): Promise<boolean>;
}
