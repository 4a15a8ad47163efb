import type { AnswerRange, Recap } from '#shared/brief.ts';
import type { Outline, ScriptLine, Speaker } from '#shared/script.ts';
import type { Strength } from '#shared/sources.ts';
import type { VoiceTraits } from '#shared/voices.ts';
import type { Verdict } from './moderation.ts';

/** `inputTokens` includes `cachedTokens` (cheaper) and `cacheWriteTokens` (dearer). */
export interface Usage {
  model: string;
  inputTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
}

/** The order, and what is known of its buyer. `hostA` and `hostB` are the hosts' spoken names. */
export interface ScriptSpec {
  /** The episode's public id: the key in the provider's prompt cache. */
  episode: string;
  /** Sent to the provider as a hash, so that it can tell abusers apart. */
  account?: number | null;
  /** The buyer's text: a subject to talk about, never an instruction. */
  topic: string;
  tone: string;
  style: string;
  minutes: number;
  /** The day of the order, as it is spoken: "25 November 2026". */
  date?: string;
  hostA: string;
  hostB: string;
  /** Null for a voice that is not in the catalogue. */
  voiceTraits?: Record<Speaker, VoiceTraits | null> | null;
  /** In the listener's words; empty without a brief. */
  questions?: string[];
  /** For whom the episode is; null when nobody said. */
  level?: string | null;
  avoid?: string[];
  /** Empty or missing where the hosts say what the model knows. */
  facts?: Fact[];
  /** What the account has heard, newest first; empty when its memory is off. */
  earlierEpisodes?: EarlierEpisode[];
  opening?: Opening | null;
  /** Called once for each billed call. A call that failed or was stopped reports an estimate. */
  onUsage?(usage: Usage): void;
}

/** A cold open; its lines are written `A: text`. */
export interface Opening {
  title: string;
  lines: string[];
}

export interface Fact {
  /** From 1, within the episode. */
  number: number;
  text: string;
  /** Verbatim. */
  quote: string;
  /** The sentences of the source around the quote; empty where they were not kept. */
  paragraph: string;
  source: number;
  /** The title, site and date of its source, as far as they are known. */
  from: string;
  strength: Strength;
  /** What is disputed of it, empty for the whole; and the facts that say otherwise, by number. */
  disputed?: string;
  against?: number[];
}

export interface SourceText {
  title: string;
  site: string | null;
  /** ISO date. */
  published: string | null;
  text: string;
  /** The whole document, where `text` is a part. */
  document?: string;
  most?: number;
  /** Facts noted before, a sentence each: others are wanted. */
  known?: string[];
  /** Facts of it that did not fit: only these are wanted again, in their order. */
  again?: UnfitFact[];
}

export type UnfitFact = Pick<StatedFact, 'text' | 'quote'> & { why: string };

/** Nobody has looked for the quote yet. */
export interface StatedFact {
  text: string;
  quote: string;
  strength: Strength;
  disputed: string;
}

/** `paper` is its kind, author and date, in words; empty where the source does not tell. */
export interface ReadPaper {
  paper: string;
  facts: StatedFact[];
}

export interface Reading {
  place: SectionSpec['place'] | 'preview';
  /** `marks` are the figures, dates, units and names that code has found nowhere. */
  lines: (ScriptLine & { marks: string[] })[];
  /** The lines in front of them; `earlier` has a sentence each on what came before those. */
  before: ScriptLine[];
  earlier: string[];
  /** Numbers of facts that may carry the lines, besides those that they name. */
  facts: number[];
  /** Title, summary and chapter titles of the episode, numbered on from the lines. */
  shown: string[];
}

/** `idiom`, `count` (of things just named), `rounding`, `rest` (of a percentage) refute a mark. */
export const FINDINGS = [
  'stands',
  'follows',
  'opinion',
  'idiom',
  'count',
  'rounding',
  'rest',
  'wrong',
] as const;

export interface Judgment {
  /** Index into the lines that were read, and past them into `shown`. */
  line: number;
  finding: (typeof FINDINGS)[number];
  /** Numbers of the facts that carry it, and words of theirs; empty for none. */
  facts: number[];
  words: string;
  /** What to say instead; null where the line stays, or is left out because it is wrong. */
  say: string | null;
}

/** `refused` are the indexes of those `lines` that cannot be spoken as they stand. */
export interface Exchange {
  before: ScriptLine[];
  lines: ScriptLine[];
  refused: number[];
  /** A content filter stopped them, or sources do not say what `unsupported` holds for each. */
  why: 'filter' | { unsupported: string[] };
}

export interface EarlierEpisode extends Omit<Recap, 'followUps'> {
  title: string;
}

export interface SectionSpec extends ScriptSpec {
  outline: Outline;
  /** Index into `outline.sections`. */
  section: number;
  /** Index of another section whose subject it goes on with. */
  subject?: number;
  words: number;
  /** `opening` greets, `closing` says goodbye, `middle` does neither. */
  place: 'opening' | 'middle' | 'closing';
  /** Questions that this section has to answer and no line has answered yet. */
  questionsToAnswer?: string[];
  /** Numbers of the section's facts that no line has used, and of facts that were used. */
  use?: number[];
  used?: number[];
  /** The end of the section, where it is written already: new lines come in front of it. */
  before?: string[];
  /** All lines before this request, oldest first. */
  soFar: ScriptLine[];
}

export type OpeningPiece = { title: string } | { line: ScriptLine };

/** All methods throw `ProviderFailure`; those that stream, after what arrived. */
export interface ScriptWriter {
  /**
   * Writes the cold open: a title of at most 90 characters, then lines of 65 to 100 words in all,
   * before the greeting, cleaned as by `write`.
   */
  open(spec: ScriptSpec, signal: AbortSignal): AsyncIterable<OpeningPiece>;
  /** Reads what the topic asks for, beside the titles of attachments. */
  readTopic(spec: ScriptSpec, titles: string[], signal: AbortSignal): Promise<TopicReading>;
  /** Plans the episode in one call; it begins with `spec.opening`. */
  plan(spec: ScriptSpec, signal: AbortSignal): Promise<Outline>;
  /** Often yields a better beginning first, then the whole outline. */
  edit(spec: ScriptSpec, draft: Outline, signal: AbortSignal): AsyncIterable<Outline>;
  /** Leaves out open questions, and places outside of `lines`. */
  findAnswers(spec: ScriptSpec, lines: ScriptLine[], signal: AbortSignal): Promise<AnswerRange[]>;
  findFacts(spec: ScriptSpec, source: SourceText, signal: AbortSignal): Promise<ReadPaper>;
  /** In the order of the lines; a line without a judgment stands. */
  read(spec: ScriptSpec, reading: Reading, signal: AbortSignal): AsyncIterable<Judgment>;
  /** Other words by the index of their line; some may be missing. */
  rewrite(spec: ScriptSpec, exchange: Exchange, signal: AbortSignal): Promise<Map<number, string>>;
  recap(spec: ScriptSpec, lines: ScriptLine[], signal: AbortSignal): Promise<Recap>;
  /** Yields each line once it is complete and clean. Stopping early closes the provider's stream. */
  write(spec: SectionSpec, signal: AbortSignal): AsyncIterable<ScriptLine>;
}

export interface Moderator {
  /** A person decides about `borderline`. Throws `ProviderFailure` when there is no verdict. */
  moderate(text: string, signal: AbortSignal): Promise<Verdict>;
}

export interface LineModerator extends Moderator {
  /** Judges several texts in one call. */
  moderateEach(texts: string[], signal: AbortSignal): Promise<Verdict[]>;
}

export interface BriefReader {
  model: string;
  /** Throws `ProviderFailure`. */
  read(
    typed: TypedTopic,
    signal: AbortSignal,
    onUsage?: (usage: Usage) => void,
  ): Promise<TopicReading>;
}

export interface TypedTopic {
  topic: string;
  /** Titles of the attachments. */
  sources: string[];
}

export interface TopicReading {
  questions: string[];
  level: string | null;
  avoid: string[];
  /** BCP 47. */
  language: string;
}
