import { z } from 'zod';
import { CHANNELS } from './channels.ts';
import { SPEAKERS } from './script.ts';
import { foundSource } from './sources.ts';

const TITLE_MAX = 120;

export const titleChange = z.strictObject({
  title: z
    .string('Title is required')
    .overwrite((text) => text.replace(/[\s\p{Cc}]+/gu, ' '))
    .trim()
    .min(1, 'Title is required')
    .max(TITLE_MAX, `Title must be at most ${TITLE_MAX} characters`),
});

export const episodeChange = titleChange.partial().extend({ showsSources: z.boolean().optional() });

export const PODCAST_STATUSES = ['processing', 'completed', 'failed', 'deleted'] as const;
export type PodcastStatus = (typeof PODCAST_STATUSES)[number];

/** In order. */
export const STAGES = [
  'queued',
  'reading',
  'writing',
  'speaking',
  'mastering',
  'publishing',
  'emailing',
] as const;
export type Stage = (typeof STAGES)[number];

/** Each host's share of each of `WAVE_SLOTS` slots of time; `chapters` leaves out the first. */
export const episodeWave = z.object({
  a: z.array(z.number().min(0).max(1)),
  b: z.array(z.number().min(0).max(1)),
  chapters: z.array(z.number().min(0).max(1)),
});
export type EpisodeWave = z.infer<typeof episodeWave>;

/** Where a listener stopped, and how long ago, seconds: an age, because devices' clocks differ. */
const position = z.object({ seconds: z.number(), age: z.number() });
export type Position = z.infer<typeof position>;

export const positionRequest = z.object({
  /** 0 near either end. */
  seconds: z.number().min(0),
  /** The episode then counts as played. */
  ended: z.boolean().default(false),
});

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
  stings: z.boolean(),
  status: z.enum(PODCAST_STATUSES),
  stage: z.enum(STAGES),
  progress: z.object({
    linesWritten: z.number().int(),
    linesSpoken: z.number().int(),
    secondsSpoken: z.number(),
  }),
  /** Read so far, in production; otherwise empty. */
  sources: z.array(foundSource),
  /** Whether everybody sees the titles and words of texts and PDFs that the owner brought. */
  showsSources: z.boolean(),
  lastLine: z.object({ speaker: z.enum(['A', 'B']), text: z.string() }).nullable(),
  etaSeconds: z.number().nullable(),
  durationSeconds: z.number().nullable(),
  wave: episodeWave.nullable(),
  /** The owner's; null before the first time. */
  position: position.nullable(),
  /** The owner has heard it to the end. */
  isPlayed: z.boolean(),
  amountPaid: z.number().int(),
  email: z.string(),
  audioUrl: z.string().nullable(),
  /** List of finished parts (`shared/parts.ts`), only during production. */
  partsUrl: z.string().nullable(),
  /** The public listen page: `/listen?episode=<shareToken>`. */
  listenUrl: z.string(),
  failure: z.string().nullable(),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
});
export type Podcast = z.infer<typeof podcast>;

/** `GET /api/listen/:token`: for anyone with the link. */
export const listening = z.object({
  episode: z.object({
    token: z.string(),
    title: z.string(),
    summary: z.string().nullable(),
    duration: z.number().int(),
    durationSeconds: z.number().nullable(),
    voice1Name: z.string(),
    voice2Name: z.string(),
    /** For ordering another like it; only the owner gets the topic. */
    choices: z.object({
      topic: z.string().nullable(),
      voice1Id: z.string(),
      voice2Id: z.string(),
      tone: z.string(),
      style: z.string(),
      duration: z.number().int(),
      stings: z.boolean(),
    }),
    status: z.enum(PODCAST_STATUSES),
    isOwner: z.boolean(),
    /** How this listener came to it; a framed player counts as `embed` instead. */
    channel: z.enum(CHANNELS),
    /** For the owner only. */
    publicId: z.string().nullable(),
    audioUrl: z.string().nullable(),
    partsUrl: z.string().nullable(),
    position: position.nullable(),
    wave: episodeWave.nullable(),
    making: podcast.pick({ stage: true, progress: true, etaSeconds: true }).nullable(),
    /** Lines spoken so far (`spokenLines`), only during production. */
    spokenUrl: z.string().nullable(),
    /** What this listener last said to “Was it right?”; null if nothing. */
    verdict: z.boolean().nullable(),
    transcriptUrl: z.string().nullable(),
    chaptersUrl: z.string().nullable(),
    /** Null for an episode without a brief. */
    answersUrl: z.string().nullable(),
    /** Null for an episode from before sources were kept. */
    sourcesUrl: z.string().nullable(),
    followUps: z.array(z.string()),
    coverUrl: z.string().nullable(),
    completedAt: z.iso.datetime().nullable(),
  }),
});
export type Listening = z.infer<typeof listening>;

/** `/media/:token/spoken.json`: lines of an episode in production that were spoken, in order. */
export const spokenLines = z.object({
  version: z.literal('1.0.0'),
  lines: z.array(
    z.object({
      side: z.enum(SPEAKERS),
      speaker: z.string(),
      body: z.string(),
      /** Seconds on the timeline of the parts; null while it is in none. */
      startTime: z.number().nullable(),
      endTime: z.number().nullable(),
    }),
  ),
});
export type SpokenLines = z.infer<typeof spokenLines>;

/** `POST /api/listen/:token/listens`: somebody has heard `LISTEN_SECONDS` of it, or all of a shorter one. */
export const listenRequest = z.object({
  /** In the small player on somebody else's site. */
  embedded: z.boolean().default(false),
});
