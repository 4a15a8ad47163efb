import { z } from 'zod';
import { NOT_READ_REASONS } from './notRead.ts';

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

export const parserAnswer = z.union([
  z.object({ parsed }),
  z.object({ reason: z.enum(NOT_READ_REASONS) }),
]);
