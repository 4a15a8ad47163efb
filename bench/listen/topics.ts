import { z } from 'zod';
import { DURATIONS } from '#shared/pricing.ts';
import { STYLES, TONES, TOPIC_MAX } from '#shared/tonesAndStyles.ts';
import listed from './topics.json' with { type: 'json' };

const KINDS = [
  'science',
  'history',
  'how-to',
  'personal',
  'several questions',
  'unclear',
  'typos',
  'other language',
  'no question',
  'order to the model',
  'private person',
] as const;

export const benchTopic = z.object({
  /** One account buys the topics with its number, in the order of the list. */
  account: z.number().int().positive(),
  topic: z.string().min(1).max(TOPIC_MAX),
  kind: z.enum(KINDS),
  style: z.enum(STYLES),
  tone: z.enum(TONES),
  minutes: z.literal(DURATIONS),
  /** How many questions a person reads in it; absent for a subject without a question. */
  asks: z.number().int().min(0).optional(),
  /** The demo script on this topic, by its file's name in `standins/openai/scripts`. */
  script: z.string().optional(),
});
export type BenchTopic = z.infer<typeof benchTopic>;

export const topics: BenchTopic[] = z.array(benchTopic).parse(listed);
