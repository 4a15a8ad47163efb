import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/**
 * What can be wrong with a line, as models get it wrong: a number, a name, a date or a unit that its fact
 * does not have, a figure that is rounded too far, or one of another fact; a cause, a denial or a
 * superlative that nobody stated; a source that did not say it; or a claim that rests on no fact at all.
 */
export const PLANTS = [
  'number',
  'name',
  'date',
  'unit',
  'rounding',
  'moved',
  'cause',
  'negation',
  'superlative',
  'attribution',
  'unfounded',
] as const;

/**
 * All purchases at the stand-ins, to show that nothing is bought twice, and which lines of a script were
 * true and which were not, to show what became of them. An entry is on disk before
 * the answer is sent, so that it survives a crash of either side.
 */
export const purchase = z.discriminatedUnion('kind', [
  z.object({
    at: z.iso.datetime(),
    kind: z.literal('llm'),
    /** Of the answer's `x-request-id` header. */
    requestId: z.string().nullable().default(null),
    /** Name of the requested JSON schema, e.g. `outline` or `section`. */
    call: z.string(),
    episode: z.string().nullable(),
    section: z.number().int().nullable(),
    inputTokens: z.number().int(),
    outputTokens: z.number().int(),
    finished: z.boolean(),
  }),
  z.object({ at: z.iso.datetime(), kind: z.literal('moderation'), flagged: z.boolean() }),
  z.object({
    at: z.iso.datetime(),
    kind: z.literal('search'),
    /** Of the answer's `x-request-id` header; its tokens are another entry with the same. */
    requestId: z.string().nullable(),
    query: z.string(),
    /** Addresses of the pages that were found. */
    pages: z.array(z.string()),
  }),
  z.object({
    at: z.iso.datetime(),
    kind: z.literal('told'),
    episode: z.string().nullable(),
    /** A line as it was written, and the number of the fact that it tells. */
    text: z.string(),
    fact: z.number().int(),
  }),
  z.object({
    at: z.iso.datetime(),
    kind: z.literal('plant'),
    episode: z.string().nullable(),
    plant: z.enum(PLANTS),
    /** A false line as it was written, and what would have been true in its place. */
    text: z.string(),
    truth: z.string(),
  }),
  z.object({
    at: z.iso.datetime(),
    kind: z.literal('speech'),
    provider: z.enum(['elevenlabs', 'openai']).default('elevenlabs'),
    /** The provider's own id. */
    voiceId: z.string(),
    text: z.string(),
    characters: z.number().int(),
    milliseconds: z.number(),
    /** Of the dialogue that it was spoken in, shared by its inputs; null for a text of its own. */
    take: z.string().nullable().default(null),
  }),
  z.object({
    at: z.iso.datetime(),
    kind: z.enum(['transaction', 'charge', 'refund']),
    transactionId: z.string(),
    orderId: z.string().nullable(),
    cents: z.number().int(),
  }),
  z.object({
    at: z.iso.datetime(),
    kind: z.literal('mail'),
    to: z.array(z.string()),
    subject: z.string(),
    messageId: z.string(),
  }),
]);
export type Purchase = z.infer<typeof purchase>;
type Unstamped<T> = T extends unknown ? Omit<T, 'at'> : never;

export interface PurchaseLog {
  write(entry: Unstamped<Purchase>): void;
  read(): Purchase[];
}

/**
 * Opens the log in `dir`. `close` closes the file; an entry that comes later is still written.
 */
export function openPurchaseLog(dir: string): PurchaseLog & { close(): void } {
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, 'ledger.jsonl');
  dropTornEnd(file);
  let handle: number | null = null;
  return {
    write(entry) {
      handle ??= openSync(file, 'a');
      appendFileSync(handle, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
    },
    read() {
      if (!existsSync(file)) return [];
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      return lines.map((line) => purchase.parse(JSON.parse(line)));
    },
    close() {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}

/** Drops a line that a crash truncated: its answer was never sent. */
function dropTornEnd(file: string) {
  if (!existsSync(file)) return;
  const whole = readFileSync(file);
  const end = whole.lastIndexOf('\n') + 1;
  if (end < whole.length) truncateSync(file, end);
}
