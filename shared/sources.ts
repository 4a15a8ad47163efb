import { z } from 'zod';
import { SOURCE_TEXT_MAX, SOURCES_MAX } from './sourceLimits.ts';
import { TOPIC_MAX } from './tonesAndStyles.ts';

export const ATTACHMENT_KINDS = ['link', 'pdf', 'text'] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];
export const SOURCE_KINDS = ['web', 'wikipedia', ...ATTACHMENT_KINDS] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Its source says so, sources contradict each other, or we conclude it. Never "true". */
export const STRENGTHS = ['says', 'disputed', 'inference'] as const;
export type Strength = (typeof STRENGTHS)[number];

const NO_ADDRESS = 'This isn’t the address of a web page.';

/** `POST /api/sources`; a PDF comes as `application/pdf` instead. Only the demo reads a `topic`. */
export const sourceRequest = z.union(
  [
    z.strictObject({ url: z.string().trim().min(1, NO_ADDRESS).max(2_000, NO_ADDRESS) }),
    z.strictObject({
      text: z
        .string()
        .trim()
        .min(1, 'There’s no text to read here.')
        .max(
          SOURCE_TEXT_MAX,
          `Text must be at most ${SOURCE_TEXT_MAX.toLocaleString('en')} characters`,
        ),
    }),
    z.strictObject({ topic: z.string().trim().min(1).max(TOPIC_MAX) }),
  ],
  'Add a link, text or PDF',
);

export const source = z.object({
  id: z.string(),
  kind: z.enum(ATTACHMENT_KINDS),
  url: z.string().nullable(),
  title: z.string(),
  site: z.string().nullable(),
  words: z.number().int(),
  /** BCP 47, two letters; null when unknown. */
  language: z.string().nullable(),
});
export type Source = z.infer<typeof source>;

export const sourceIds = z
  .array(z.string().min(1).max(64))
  .max(SOURCES_MAX, `Add at most ${SOURCES_MAX} sources`);

export const foundSource = z.object({
  id: z.number().int(),
  kind: z.enum(SOURCE_KINDS),
  title: z.string(),
  site: z.string().nullable(),
});

/** `GET /media/:token/sources.json`. */
export const episodeSources = z.object({
  /** `knowledge`: nothing was read, so all of it is what the model knows. */
  basis: z.enum(['sources', 'knowledge']),
  sources: z.array(
    foundSource.extend({
      url: z.string().nullable(),
      /** ISO date of publication. */
      date: z.string().nullable(),
      retrievedAt: z.iso.datetime(),
      licence: z.string().nullable(),
      /** "pages 1 to 14 of 200 were read", "read in full"; empty where it is unknown or nobody may know. */
      extent: z.string(),
      /** The owner's own text or PDF: others see its title and words only if `showsPrivate`. */
      isPrivate: z.boolean(),
    }),
  ),
  claims: z.array(
    z.object({
      /** Index into the segments of the transcript. */
      line: z.number().int(),
      /** Seconds of the finished file. */
      start: z.number(),
      sourceId: z.number().int(),
      /** Its number within the episode, by which an admin takes it out. */
      fact: z.number().int(),
      /** Words of the source; null where the visitor may not see them. */
      quote: z.string().nullable(),
      strength: z.enum(STRENGTHS),
    }),
  ),
  counts: z.object({
    lines: z.number().int(),
    /** Lines that state something as known. */
    statements: z.number().int(),
    /** Statements that rest on a source. */
    sourced: z.number().int(),
    opinions: z.number().int(),
    rewritten: z.number().int(),
    cut: z.number().int(),
    /** Lines spoken without having been read; they have no receipt. */
    unread: z.number().int(),
  }),
  /** Whether everybody sees private sources; null for anyone but the owner. */
  showsPrivate: z.boolean().nullable(),
});
export type EpisodeSources = z.infer<typeof episodeSources>;
