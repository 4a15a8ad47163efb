import { z } from 'zod';
import { emailAddress, storable } from './account.ts';
import { DURATIONS } from './pricing.ts';
import { STYLES, TONES, TOPIC_MAX } from './tonesAndStyles.ts';

/** The order a buyer writes: the spec's episode request plus style (spec section 5, design section 2). */
export const episodeRequest = z.object({
  topic: z
    .string('Topic is required')
    .overwrite(storable)
    .trim()
    .min(1, 'Topic is required')
    .max(TOPIC_MAX, `Topic must be at most ${TOPIC_MAX} characters`),
  tone: z.enum(TONES, 'Choose one of the tones').default('Normal'),
  style: z.enum(STYLES, 'Choose one of the styles').default('Conversation'),
  duration: z.literal(DURATIONS, 'Duration must be 10, 15, 20 or 25 minutes'),
  voice1Id: z.string('Voice 1 is required').min(1, 'Voice 1 is required').max(64),
  voice2Id: z.string('Voice 2 is required').min(1, 'Voice 2 is required').max(64),
  email: emailAddress('Valid email is required'),
  discountCode: z
    .string()
    .overwrite(storable)
    .trim()
    .max(50, 'Code too long')
    .optional()
    .transform((code) => code || undefined),
});

const TITLE_MAX = 120;

/** `PATCH /api/podcasts/:publicId`: what the owner would rather call it; one line. */
export const titleChange = z.strictObject({
  title: z
    .string('Title is required')
    .overwrite((text) => storable(text).replace(/[\s\p{Cc}]+/gu, ' '))
    .trim()
    .min(1, 'Title is required')
    .max(TITLE_MAX, `Title must be at most ${TITLE_MAX} characters`),
});

/** A request whose two hosts differ: equal voices cannot be told apart. */
export const differentVoices = (request: { voice1Id: string; voice2Id: string }) =>
  request.voice1Id !== request.voice2Id;
export const SAME_VOICE = { message: 'Choose two different voices', path: ['voice2Id'] };

export const PODCAST_STATUSES = ['processing', 'completed', 'failed', 'deleted'] as const;
export type PodcastStatus = (typeof PODCAST_STATUSES)[number];

/** Where a processing episode stands, in order. */
export const STAGES = [
  'queued',
  'writing',
  'speaking',
  'mastering',
  'publishing',
  'emailing',
] as const;
export type Stage = (typeof STAGES)[number];

export const podcast = z.object({
  publicId: z.string(),
  title: z.string(),
  topic: z.string(),
  tone: z.string(),
  style: z.string(),
  duration: z.number().int(),
  voice1Id: z.string(),
  voice1Name: z.string(),
  voice2Id: z.string(),
  voice2Name: z.string(),
  status: z.enum(PODCAST_STATUSES),
  stage: z.enum(STAGES),
  progress: z.object({
    linesWritten: z.number().int(),
    linesSpoken: z.number().int(),
    secondsSpoken: z.number(),
  }),
  /** The line spoken most recently, for the progress screen. */
  lastLine: z.object({ speaker: z.enum(['A', 'B']), text: z.string() }).nullable(),
  etaSeconds: z.number().nullable(),
  durationSeconds: z.number().nullable(),
  amountPaid: z.number().int(),
  email: z.string(),
  audioUrl: z.string().nullable(),
  /** While it is being made: where the list of what can be heard already is (`shared/parts.ts`). */
  partsUrl: z.string().nullable(),
  /** Where whoever holds the link can listen: `/listen?episode=<shareToken>`. */
  listenUrl: z.string(),
  failure: z.string().nullable(),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
});
export type Podcast = z.infer<typeof podcast>;

/** What the listen page shows to whoever holds the link. */
export const listening = z.object({
  episode: z.object({
    token: z.string(),
    title: z.string(),
    summary: z.string().nullable(),
    duration: z.number().int(),
    durationSeconds: z.number().nullable(),
    voice1Name: z.string(),
    voice2Name: z.string(),
    status: z.enum(PODCAST_STATUSES),
    isOwner: z.boolean(),
    /** Set for the owner only: where progress is asked for. */
    publicId: z.string().nullable(),
    audioUrl: z.string().nullable(),
    /** While it is being made: where the list of what can be heard already is (`shared/parts.ts`). */
    partsUrl: z.string().nullable(),
    /**
     * Where this listener stopped last on any device, and how long ago, both in seconds; null
     * without an account or a place. An age, because two devices seldom agree on the time of day.
     */
    position: z.object({ seconds: z.number(), age: z.number() }).nullable(),
    transcriptUrl: z.string().nullable(),
    chaptersUrl: z.string().nullable(),
    coverUrl: z.string().nullable(),
    completedAt: z.iso.datetime().nullable(),
  }),
});
export type Listening = z.infer<typeof listening>;
