import { z } from 'zod';
import { CHANNELS } from './channels.ts';
import { SPEAKERS } from './script.ts';
import { foundSource } from './sources.ts';

const TITLE_MAX = 120;

/** A new title, on one line. */
export const titleChange = z.strictObject({
  title: z
    .string('Title is required')
    .overwrite((text) => text.replace(/[\s\p{Cc}]+/gu, ' '))
    .trim()
    .min(1, 'Title is required')
    .max(TITLE_MAX, `Title must be at most ${TITLE_MAX} characters`),
});

/** `PATCH /api/podcasts/:publicId`: its title, or whether everybody sees what the owner brought. */
export const episodeChange = titleChange.partial().extend({ showsSources: z.boolean().optional() });

export const PODCAST_STATUSES = ['processing', 'completed', 'failed', 'deleted'] as const;
export type PodcastStatus = (typeof PODCAST_STATUSES)[number];

/** Stages of production, in order. */
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

/**
 * An episode's conversation as it is drawn everywhere (`shared/wave.ts`): for each of `WAVE_SLOTS` equal
 * slots of its time the share that each host speaks, and where its chapters begin, the first left out.
 */
export const episodeWave = z.object({
  a: z.array(z.number().min(0).max(1)),
  b: z.array(z.number().min(0).max(1)),
  chapters: z.array(z.number().min(0).max(1)),
});
export type EpisodeWave = z.infer<typeof episodeWave>;

/**
 * Where a listener stopped, on any device, and how long ago, both in seconds. An age, because clocks of
 * devices differ.
 */
const position = z.object({ seconds: z.number(), age: z.number() });
export type Position = z.infer<typeof position>;

/** `PUT /api/podcasts/:token/position`. */
export const positionRequest = z.object({
  /** 0 near either end. */
  seconds: z.number().min(0),
  /** The end was reached: the episode counts as played. */
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
  /** What has been read up on so far, in production; otherwise none. */
  sources: z.array(foundSource),
  /** Whether everybody sees the titles and words of texts and PDFs that the owner brought. */
  showsSources: z.boolean(),
  /** The last line spoken, for the progress screen. */
  lastLine: z.object({ speaker: z.enum(['A', 'B']), text: z.string() }).nullable(),
  etaSeconds: z.number().nullable(),
  durationSeconds: z.number().nullable(),
  /** Null until there is something to draw. */
  wave: episodeWave.nullable(),
  /** Where its owner stopped; null before the first time. */
  position: position.nullable(),
  /** Its owner has heard it to the end. */
  isPlayed: z.boolean(),
  amountPaid: z.number().int(),
  email: z.string(),
  audioUrl: z.string().nullable(),
  /** During production: URL of the list of finished parts (`shared/parts.ts`). */
  partsUrl: z.string().nullable(),
  /** The public listen page: `/listen?episode=<shareToken>`. */
  listenUrl: z.string(),
  failure: z.string().nullable(),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
});
export type Podcast = z.infer<typeof podcast>;

/** `GET /api/listen/:token`: what the listen page shows to anyone with the link. */
export const listening = z.object({
  episode: z.object({
    token: z.string(),
    title: z.string(),
    summary: z.string().nullable(),
    duration: z.number().int(),
    durationSeconds: z.number().nullable(),
    voice1Name: z.string(),
    voice2Name: z.string(),
    /** What it was ordered with, to order another like it; the topic is for its owner only. */
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
    /** How this listener came to it, unless it is framed. */
    channel: z.enum(CHANNELS),
    /** Set for the owner only, who may follow the progress. */
    publicId: z.string().nullable(),
    audioUrl: z.string().nullable(),
    /** During production: URL of the list of finished parts (`shared/parts.ts`). */
    partsUrl: z.string().nullable(),
    /** Null without an account, or before the first time. */
    position: position.nullable(),
    /** Null until there is something to draw. */
    wave: episodeWave.nullable(),
    /** How far it is; null once it is made. */
    making: podcast.pick({ stage: true, progress: true, etaSeconds: true }).nullable(),
    /** During production: URL of the lines spoken so far (`spokenLines`). */
    spokenUrl: z.string().nullable(),
    /** What this listener last said to “Was it right?”; null if nothing. */
    verdict: z.boolean().nullable(),
    transcriptUrl: z.string().nullable(),
    chaptersUrl: z.string().nullable(),
    /** Where the listener's questions are answered; null for an episode without a brief. */
    answersUrl: z.string().nullable(),
    /** What it rests on; null for an episode from before sources were kept. */
    sourcesUrl: z.string().nullable(),
    /** What to ask next; empty in old episodes. */
    followUps: z.array(z.string()),
    coverUrl: z.string().nullable(),
    completedAt: z.iso.datetime().nullable(),
  }),
});
export type Listening = z.infer<typeof listening>;

/** `/media/:token/spoken.json`: the lines of an episode in production that have been spoken, in order. */
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
  /** Whether it plays in the small player on somebody else's site. */
  embedded: z.boolean().default(false),
});
