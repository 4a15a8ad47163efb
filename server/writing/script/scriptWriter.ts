import type { AnswerRange, Recap } from '#shared/brief.ts';
import type { Outline, ScriptLine, Speaker } from '#shared/script.ts';
import type { Strength } from '#shared/sources.ts';
import type { VoiceTraits } from '#shared/voices.ts';
import type { Verdict } from './moderation.ts';

/**
 * Tokens of one call to the model. Of `inputTokens`, `cachedTokens` were read from the provider's cache,
 * which is cheaper, and `cacheWriteTokens` were written to it, which costs more.
 */
export interface Usage {
  model: string;
  inputTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
}

/** A specification of the script that is wanted: what the buyer ordered, and what is known of them. `hostA` and `hostB` are the hosts' names as they will be spoken. */
export interface ScriptSpec {
  /** The episode's public id: its key in the provider's prompt cache. */
  episode: string;
  /** The buyer's account: sent to the provider as a hash, so that it can tell abusers apart. */
  account?: number | null;
  /** The buyer's text: a subject to talk about, never an instruction to follow. */
  topic: string;
  tone: string;
  style: string;
  minutes: number;
  /** The day it was ordered, as it is spoken: "25 November 2026". */
  date?: string;
  hostA: string;
  hostB: string;
  /** What the hosts' voices sound like; null for a voice that is not in the catalogue. */
  voiceTraits?: Record<Speaker, VoiceTraits | null> | null;
  /** The listener's questions, in their words; empty without a brief. */
  questions?: string[];
  /** For whom the episode is; null when nobody said. */
  level?: string | null;
  /** What to leave out. */
  avoid?: string[];
  /** What was read up on; empty or missing where it is left to what the model knows. */
  facts?: Fact[];
  /** What the account has heard before, newest first; empty when its memory is off. */
  earlierEpisodes?: EarlierEpisode[];
  /** What it begins with, where that has been written before its plan. */
  opening?: Opening | null;
  /**
   * Called once for each call that is billed, also for one that failed or was stopped early: for those
   * the provider reports no usage, so it is estimated from the text.
   */
  onUsage?(usage: Usage): void;
}

/** The cold open of an episode: its title, and its lines as `A: text`. */
export interface Opening {
  title: string;
  lines: string[];
}

/** What a source says, in one sentence, and the words that it rests on. */
export interface Fact {
  /** From 1, within the episode. */
  number: number;
  text: string;
  /** Verbatim. */
  quote: string;
  /** The sentences of the source around its quote; empty where they were not kept. */
  paragraph: string;
  /** Number of its source within the episode. */
  source: number;
  /** Title, site and date of the source, as far as they are known. */
  from: string;
  strength: Strength;
  /** Of a disputed one, the figure or words that are, empty for the whole; and who says otherwise, by number. */
  disputed?: string;
  against?: number[];
}

/** A source as it is read for facts. */
export interface SourceText {
  title: string;
  site: string | null;
  /** ISO date. */
  published: string | null;
  text: string;
  /** All of it, where `text` is a part. */
  document?: string;
  /** Facts that are wanted of it, at most. */
  most?: number;
  /** What is known of it already, in a sentence each: other facts are wanted. */
  known?: string[];
  /** Facts of it that were stated before and do not fit it: only these are wanted again, in their order. */
  again?: UnfitFact[];
}

/** A fact that its source does not carry as it was stated, and why. */
export type UnfitFact = Pick<StatedFact, 'text' | 'quote'> & { why: string };

/** A fact as the model states it: nobody has looked for the quote yet. */
export interface StatedFact {
  text: string;
  quote: string;
  strength: Strength;
  /** Of a disputed one, the figure or words that are. */
  disputed: string;
}

/** What a source says, and what kind of paper it is, by whom and of when; empty where it does not tell. */
export interface ReadPaper {
  paper: string;
  facts: StatedFact[];
}

/** Lines of a talk before they are spoken, as their reader gets them. */
export interface Reading {
  place: SectionSpec['place'] | 'preview';
  /** Each with the figures, dates, units and names that code has found nowhere. */
  lines: (ScriptLine & { marks: string[] })[];
  /** The lines in front of them, and in a sentence each what was said before those. */
  before: ScriptLine[];
  earlier: string[];
  /** Facts that may carry them, besides those that they name. */
  facts: number[];
  /** What is shown of the episode, numbered on from the lines: title, summary, titles of chapters. */
  shown: string[];
}

/**
 * What a reader finds: a source says it, it follows from sources, it is an opinion, it is wrong; or what code
 * has marked is an idiom, a count of things just named, a rounding, the rest of a percentage.
 */
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
  /** Index into the lines that were read, and behind them into what is shown. */
  line: number;
  finding: (typeof FINDINGS)[number];
  /** Numbers of the facts that carry it, and words of theirs; empty for none. */
  facts: number[];
  words: string;
  /** What is to be said instead; null where the line stays as it is, or is left out with one that is wrong. */
  say: string | null;
}

/** Lines that cannot be spoken as they stand, by their indexes, with those around them. */
export interface Exchange {
  before: ScriptLine[];
  lines: ScriptLine[];
  refused: number[];
  /** What is wrong with each: a content filter has stopped it, or it states what no source says. */
  why: 'filter' | { unsupported: string[] };
}

/** An episode that the listener has heard. */
export interface EarlierEpisode extends Omit<Recap, 'followUps'> {
  title: string;
}

export interface SectionSpec extends ScriptSpec {
  outline: Outline;
  /** Index into `outline.sections`. */
  section: number;
  /** Whose subject it goes on with, where that is another section's. */
  subject?: number;
  /** Words wanted from this request, of both hosts. */
  words: number;
  /** `opening` greets, `closing` says goodbye, `middle` does neither. */
  place: 'opening' | 'middle' | 'closing';
  /** Questions that this section has to answer and that no line has answered yet. */
  questionsToAnswer?: string[];
  /** Numbers of the facts that are meant for this section and that no line has used, and of those used. */
  use?: number[];
  used?: number[];
  /** How the section ends, where it has been written already: these lines come in front of it. */
  before?: string[];
  /** All lines before this request, oldest first, so that the conversation continues without repeating itself. */
  soFar: ScriptLine[];
}

/** A part of a cold open, in the order in which they are written: the title, then line by line. */
export type OpeningPiece = { title: string } | { line: ScriptLine };

export interface ScriptWriter {
  /**
   * Writes the cold open, which comes before any plan and before the greeting: a title of at most 90
   * characters, then lines of 65 to 100 words in all, each yielded as soon as it is complete and clean,
   * as those of `write`. Throws `ProviderFailure` after the pieces that did arrive.
   */
  open(spec: ScriptSpec, signal: AbortSignal): AsyncIterable<OpeningPiece>;
  /** Reads what the topic asks for, beside the titles of what was brought for it. Throws `ProviderFailure`. */
  readTopic(spec: ScriptSpec, titles: string[], signal: AbortSignal): Promise<TopicReading>;
  /** Plans the episode in one call; it begins with `spec.opening`. Throws `ProviderFailure`. */
  plan(spec: ScriptSpec, signal: AbortSignal): Promise<Outline>;
  /**
   * Criticises an outline and yields a better one with as many sections: often its beginning first, with the
   * draft's sections behind it, and last the whole. Throws `ProviderFailure`.
   */
  edit(spec: ScriptSpec, draft: Outline, signal: AbortSignal): AsyncIterable<Outline>;
  /**
   * Finds the lines that answer the questions of the brief. A question without a place is open; places
   * outside of `lines` are dropped. Throws `ProviderFailure`.
   */
  findAnswers(spec: ScriptSpec, lines: ScriptLine[], signal: AbortSignal): Promise<AnswerRange[]>;
  /** Reads what a source says on the subject. Throws `ProviderFailure`. */
  findFacts(spec: ScriptSpec, source: SourceText, signal: AbortSignal): Promise<ReadPaper>;
  /**
   * Reads lines against what was read for the episode, and yields its judgments in the order of the lines as
   * they are found; what it passes over stands. Throws `ProviderFailure`, also where the answer breaks off.
   */
  read(spec: ScriptSpec, reading: Reading, signal: AbortSignal): AsyncIterable<Judgment>;
  /**
   * Finds other words for refused lines, cleaned as those of `write`, by the indexes of the lines; one for
   * which there are none is missing. Throws `ProviderFailure`.
   */
  rewrite(spec: ScriptSpec, exchange: Exchange, signal: AbortSignal): Promise<Map<number, string>>;
  /** Sums up a finished script. Throws `ProviderFailure`. */
  recap(spec: ScriptSpec, lines: ScriptLine[], signal: AbortSignal): Promise<Recap>;
  /**
   * Writes one section, and yields each line as soon as it is complete. Lines are cleaned: plain spoken
   * English, no markup, stage directions, speaker names, addresses or emoji. The consumer may stop
   * early, which closes the provider's stream. Throws `ProviderFailure` after the complete lines.
   */
  write(spec: SectionSpec, signal: AbortSignal): AsyncIterable<ScriptLine>;
}

export interface Moderator {
  /**
   * Whether this text may become an episode; `borderline` is for a person to decide. Throws
   * `ProviderFailure` when there is no verdict.
   */
  moderate(text: string, signal: AbortSignal): Promise<Verdict>;
}

export interface LineModerator extends Moderator {
  /** The same for each of several texts, in one call. */
  moderateEach(texts: string[], signal: AbortSignal): Promise<Verdict[]>;
}

export interface BriefReader {
  model: string;
  /** Reads what a topic asks for. Throws `ProviderFailure`. */
  read(
    typed: TypedTopic,
    signal: AbortSignal,
    onUsage?: (usage: Usage) => void,
  ): Promise<TopicReading>;
}

export interface TypedTopic {
  topic: string;
  /** Titles of what was brought for it. */
  sources: string[];
}

/** A topic as the model understands it. */
export interface TopicReading {
  questions: string[];
  level: string | null;
  avoid: string[];
  /** BCP 47. */
  language: string;
}
