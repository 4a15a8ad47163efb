import type { EpisodeSources } from '#shared/sources.ts';
import type { Purchase } from '../../../standins/purchaseLog.ts';

/** The stand-in's note on whether a line that it wrote is true. The product does not see it. */
export type Telling = Extract<Purchase, { kind: 'told' | 'plant' }>;

export interface CheckedLine {
  text: string;
  basis: string | null;
  quotes: string[];
  /** Words that the product's code found nowhere. */
  marks: string[];
  /** Null if nobody objects; `rewrite` is said instead, if anything. */
  objection: { rewrite: string | null } | null;
}

export interface ReadFact {
  number: number;
  source: number;
  text: string;
  quote: string;
  paragraph: string;
}

export interface ReceiptsEpisode {
  publicId: string;
  topic: string;
  minutes: number;
  writer: 'plain' | 'scripts';
  headings: string[];
  tellings: Telling[];
  /** In the order in which they were read; a line may come again. */
  checks: CheckedLine[];
  unanswered: number;
  lines: { text: string; basis: string | null; facts: number[]; sourceWords: string | null }[];
  speech: string;
  segments: { body: string; startTime: number }[];
  sources: { number: number; kind: string; origin: string; url: string | null; title: string }[];
  facts: ReadFact[];
  shown: EpisodeSources;
  /** Texts of the sources by number, read again afterwards; null for one that could not be read. */
  pages: Record<number, string | null>;
  linesCut: number;
  linesRewritten: number;
  /** US dollars at list price, of all providers. */
  cost: number;
}
