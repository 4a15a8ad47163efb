import { z } from 'zod';
import { DIGITAL_SOURCE_TYPE } from './aiDisclosure.ts';

export const SPEAKERS = ['A', 'B'] as const;
export type Speaker = (typeof SPEAKERS)[number];
const speaker = z.enum(SPEAKERS);

/** How a line may be performed. None of it is ever part of the text. */
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

/**
 * What a line rests on: what a source says, what we conclude from it, or nothing, being opinion, doubt,
 * imagination, or no statement at all.
 */
export const BASES = ['fact', 'inference', 'opinion', 'doubt', 'imagined', 'none'] as const;
export type Basis = (typeof BASES)[number];

/** One host's line, as it will be spoken. `isOver` is a reaction that may lie over the line before it. */
const scriptLine = z.object({
  speaker,
  text: z.string().min(1),
  delivery: z.enum(DELIVERIES).nullish(),
  isOver: z.boolean().optional(),
  /** Missing where nothing was read for the episode. */
  basis: z.enum(BASES).nullish(),
  /** Numbers of the facts it rests on. */
  facts: z.array(z.number().int().min(1)).optional(),
  /** The step from figures of its facts to one of its own, as its writer declares it: "23.6-4.1". */
  sum: z.string().nullish(),
});
export type ScriptLine = z.infer<typeof scriptLine>;

/** The outline of an episode: the goal of each section and its share of the time. */
export const outline = z.object({
  title: z.string().min(1).max(120),
  summary: z.string().min(1).max(600),
  /** Facts that others contradict, each with the words that are disputed and the numbers of the others. */
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
        /** Numbers of the questions of the order's brief that it has to answer, from 1. */
        owes: z.array(z.number().int().min(1)).max(6).optional(),
        /** Numbers of the facts that it is made of. */
        facts: z.array(z.number().int().min(1)).optional(),
        /** Relative weight; weights need not sum to one. */
        weight: z.number().positive(),
      }),
    )
    .min(2)
    .max(16),
});
export type Outline = z.infer<typeof outline>;

/** A transcript; times in seconds of the finished file. */
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
