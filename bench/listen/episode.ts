import { z } from 'zod';
import { orderBrief } from '#shared/brief.ts';
import { outline, SPEAKERS } from '#shared/script.ts';
import { benchTopic } from './topics.ts';

const line = z.object({
  speaker: z.enum(SPEAKERS),
  text: z.string(),
  /** Seconds of the finished file. */
  start: z.number(),
  end: z.number(),
});
export type TimedLine = z.infer<typeof line>;

/** A question, with the place of its answer in seconds of the file; open without one. */
const question = z.object({
  text: z.string(),
  start: z.number().optional(),
  end: z.number().optional(),
});

const modelAnswer = z.object({
  place: z.enum(['opening', 'middle', 'closing']),
  lines: z.array(z.object({ speaker: z.string(), text: z.string() })),
  sentences: z.number(),
  /** Lines of which the cleaner left nothing. */
  cleaned: z.array(z.string()),
  /** Lines that had been said before, word for word. */
  repeated: z.array(z.string()),
});
export type ModelAnswer = z.infer<typeof modelAnswer>;

export const storedEpisode = z.object({
  topic: benchTopic.partial({ account: true, kind: true, style: true, tone: true, minutes: true }),
  hosts: z.object({ A: z.string(), B: z.string() }),
  brief: orderBrief.nullable(),
  outline: outline.nullable(),
  title: z.string().nullable(),
  summary: z.string().nullable(),
  seconds: z.number(),
  lines: z.array(line),
  questions: z.array(question),
  answers: z.array(modelAnswer),
  recap: z
    .object({
      followUps: z.array(z.string()),
      facts: z.array(z.string()),
      comparisons: z.array(z.string()),
      opening: z.string(),
    })
    .nullable(),
  costs: z.array(z.object({ provider: z.string(), calls: z.number(), microdollars: z.number() })),
});
export type StoredEpisode = z.infer<typeof storedEpisode>;
