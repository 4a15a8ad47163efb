import { z } from 'zod';
import { DIGITAL_SOURCE_TYPE } from './machineMade.ts';

export const SPEAKERS = ['A', 'B'] as const;
export type Speaker = (typeof SPEAKERS)[number];
const speaker = z.enum(SPEAKERS);

/** One turn of one host, as it will be spoken. */
const scriptLine = z.object({ speaker, text: z.string().min(1) });
export type ScriptLine = z.infer<typeof scriptLine>;

/** The plan of an episode: what each section is for and which share of the minutes it gets. */
export const outline = z.object({
  title: z.string().min(1).max(120),
  summary: z.string().min(1).max(600),
  sections: z
    .array(
      z.object({
        title: z.string().min(1).max(80),
        goal: z.string().min(1).max(400),
        /** Share of the spoken time relative to the other sections; need not sum to anything. */
        weight: z.number().positive(),
      }),
    )
    .min(2)
    .max(16),
});
export type Outline = z.infer<typeof outline>;

/** A transcript on the final timeline; `start` and `end` in seconds of the finished file. */
export const transcript = z.object({
  version: z.literal('1.0.0'),
  /** For machines; our own player does not need it. */
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
