import { z } from 'zod';
import { AVOID_MAX, NOTE_MAX, QUESTION_MAX, QUESTIONS_MAX } from './briefLimits.ts';
import { DURATIONS } from './pricing.ts';
import { sourceIds } from './sources.ts';
import { STYLES, TOPIC_MAX } from './tonesAndStyles.ts';

const line = (most: number) =>
  z
    .string()
    .overwrite((text) => text.replace(/\s+/g, ' '))
    .trim()
    .min(1)
    .max(most);

const question = z.object({ id: z.string().min(1).max(24), text: line(QUESTION_MAX) });

/** The brief as its buyer has edited it. */
export const orderBrief = z.object({
  /** The brief it was made from; null if the buyer wrote all of it, or production made it. */
  id: z.string().max(64).nullable().default(null),
  questions: z.array(question).max(QUESTIONS_MAX),
  /** For whom the episode is: "a nurse", "a ten-year-old". */
  level: line(NOTE_MAX).nullable().default(null),
  avoid: z.array(line(NOTE_MAX)).max(AVOID_MAX).default([]),
});
export type OrderBrief = z.infer<typeof orderBrief>;

export const briefRequest = z.object({
  topic: z.string().trim().min(1).max(TOPIC_MAX),
  sources: sourceIds.default([]),
  style: z.enum(STYLES).optional(),
  duration: z.literal(DURATIONS).optional(),
});

export const brief = orderBrief.extend({
  id: z.string(),
  /** BCP 47 tag of the topic's language; episodes are in English. */
  language: z.string(),
  notice: z.string().nullable(),
});
export type Brief = z.infer<typeof brief>;

/** `GET /media/:token/answers.json`; times are seconds of the finished file. */
export const answers = z.object({
  questions: z.array(
    z.union([
      z.object({ text: z.string(), start: z.number(), end: z.number() }),
      z.object({ text: z.string(), open: z.literal(true) }),
    ]),
  ),
});
export type Answers = z.infer<typeof answers>;

/** `first` and `last` are positions of lines in the episode log. */
export interface AnswerRange {
  /** Index into the questions of the order's brief. */
  question: number;
  first: number;
  last: number;
}

export interface Recap {
  /** Three, or none. */
  followUps: string[];
  facts: string[];
  comparisons: string[];
  opening: string;
}
