import type { EpisodeSources } from '#shared/sources.ts';
import type { Purchase } from '../../../standins/purchaseLog.ts';

/** What the stand-in wrote of a line: that it is true, or in what it is not. The product sees none of it. */
export type Telling = Extract<Purchase, { kind: 'told' | 'plant' }>;

/** A line as its reader got it, and what the reader made of it. */
export interface CheckedLine {
  text: string;
  basis: string | null;
  quotes: string[];
  /** Words that the product's code found nowhere. */
  marks: string[];
  /** What is said instead of what is wrong, if anything; null for a line that nobody objects to. */
  objection: { rewrite: string | null } | null;
}

export interface ReadFact {
  number: number;
  source: number;
  text: string;
  quote: string;
  paragraph: string;
}

/** A delivered episode and all that was written, said and shown of it. */
export interface ReceiptsEpisode {
  publicId: string;
  topic: string;
  minutes: number;
  writer: 'plain' | 'scripts';
  /** Title, summary and titles of sections. */
  headings: string[];
  tellings: Telling[];
  /** In the order in which they were read; a line may come again. */
  checks: CheckedLine[];
  /** Readings that nobody answered. */
  unanswered: number;
  /** Those on the timeline, in order. */
  lines: { text: string; basis: string | null; facts: number[]; sourceWords: string | null }[];
  /** What its two voices were asked for while it was made. */
  speech: string;
  segments: { body: string; startTime: number }[];
  sources: { number: number; kind: string; origin: string; url: string | null; title: string }[];
  facts: ReadFact[];
  shown: EpisodeSources;
  /** Texts of the sources by their number, read again afterwards; null for one that could not be. */
  pages: Record<number, string | null>;
  linesCut: number;
  linesRewritten: number;
  /** Seconds; null where nothing was looked for. */
  researchSeconds: number | null;
  /** At list price, US dollars: all providers, and the calls that searched. */
  cost: number;
  searchCost: number;
  searches: number;
}
