import { z } from 'zod';

/** Each sentence is shown where the link, PDF or text was entered. */
const SENTENCES = {
  'not-an-address': 'This isn’t the address of a web page.',
  'not-public': 'This address isn’t on the public web.',
  'not-reachable': 'We couldn’t reach this address.',
  'too-slow': 'This took too long to load or read.',
  'too-large': 'This is too large to read.',
  'wrong-type': 'This is neither a web page with text nor a PDF.',
  'not-a-pdf': 'This isn’t a PDF, or it’s damaged.',
  'needs-sign-in': 'This page can only be read after signing in.',
  gone: 'There’s no page at this address any more.',
  blocked: 'This page shows a cookie notice or a paywall instead of its text.',
  'nothing-to-read': 'There’s no text to read here.',
  encrypted: 'This PDF is password-protected.',
  scanned: 'This PDF has pictures of pages instead of text.',
  broken: 'This file is damaged.',
} as const;

export type NotReadReason = keyof typeof SENTENCES;

const REASONS = Object.keys(SENTENCES) as [NotReadReason, ...NotReadReason[]];

export class NotRead extends Error {
  readonly reason: NotReadReason;

  constructor(reason: NotReadReason, options?: ErrorOptions) {
    super(SENTENCES[reason], options);
    this.name = 'NotRead';
    this.reason = reason;
  }
}

/** Sent to the parser's process as one line of JSON, before the bytes of the document. */
export const parserTask = z.object({
  kind: z.enum(['html', 'text', 'pdf']),
  contentType: z.string(),
});
export type ParserTask = z.infer<typeof parserTask>;

/** What the parser found; nothing in it has been cleaned. */
const parsed = z.object({
  title: z.string().nullable(),
  site: z.string().nullable(),
  published: z.string().nullable(),
  language: z.string().nullable(),
  canonical: z.string().nullable(),
  text: z.string(),
});
export type Parsed = z.infer<typeof parsed>;

export const parserAnswer = z.union([z.object({ parsed }), z.object({ reason: z.enum(REASONS) })]);
