import { z } from 'zod';
import { DIGITAL_SOURCE_TYPE } from './aiDisclosure.ts';

export const SPEAKERS = ['A', 'B'] as const;
export type Speaker = (typeof SPEAKERS)[number];
const speaker = z.enum(SPEAKERS);

/** Never part of a line's text. */
export const DELIVERIES = [
  'amused',
  'curious',
  'laughs',
  'quickly',
  'quietly',
  'relieved',
  'sighs',
  'slowly',
  'surprised',
] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** `fact`: a source says it; `inference`: we conclude it from one; the others rest on nothing. */
export const BASES = ['fact', 'inference', 'opinion', 'doubt', 'imagined', 'none'] as const;
export type Basis = (typeof BASES)[number];

/** `isOver` marks a reaction that may lie over the end of the line before it. */
const scriptLine = z.object({
  speaker,
  text: z.string().min(1),
  delivery: z.enum(DELIVERIES).nullish(),
  isOver: z.boolean().optional(),
  /** Missing where nothing was read for the episode. */
  basis: z.enum(BASES).nullish(),
  facts: z.array(z.number().int().min(1)).optional(),
  /** How its figure follows from those of its facts, as the writer declares it: "23.6-4.1". */
  sum: z.string().nullish(),
});
export type ScriptLine = z.infer<typeof scriptLine>;

export const outline = z.object({
  title: z.string().min(1).max(120),
  summary: z.string().min(1).max(600),
  /** Facts that others contradict: `what` is disputed, and `against` numbers the others. */
  disputed: z
    .array(
      z.object({
        fact: z.number().int().min(1),
        what: z.string(),
        against: z.array(z.number().int().min(1)),
      }),
    )
    .optional(),
  sections: z
    .array(
      z.object({
        title: z.string().min(1).max(80),
        /** What it does for the whole: set-up, first answer, trouble, turn, … */
        role: z.string().max(40).optional(),
        goal: z.string().min(1).max(400),
        /** Numbers, from 1, of the brief's questions that it must answer. */
        owes: z.array(z.number().int().min(1)).max(6).optional(),
        facts: z.array(z.number().int().min(1)).optional(),
        /** Weights need not sum to one. */
        weight: z.number().positive(),
      }),
    )
    .min(2)
    .max(16),
});
export type Outline = z.infer<typeof outline>;

/** Times are seconds of the finished file. */
export const transcript = z.object({
  version: z.literal('1.0.0'),
  /** For other software; our player ignores it. */
  digitalSourceType: z.literal(DIGITAL_SOURCE_TYPE).optional(),
  segments: z.array(
    z.object({
      speaker: z.string(),
      side: speaker,
      startTime: z.number(),
      endTime: z.number(),
      body: z.string(),
    }),
  ),
});
export type Transcript = z.infer<typeof transcript>;

/** Podcasting 2.0 chapters (podcast-namespace `chapters/jsonChapters.md`). */
export const chapters = z.object({
  version: z.literal('1.2.0'),
  chapters: z.array(
    z.object({ startTime: z.number(), endTime: z.number().optional(), title: z.string() }),
  ),
});
export type Chapters = z.infer<typeof chapters>;
