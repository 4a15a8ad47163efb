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
 * `moved` is a figure of another fact, `rounding` one that is rounded too far; an `unfounded` claim
 * rests on no fact.
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
 * Shows that nothing is bought twice, and what became of true and false lines. An entry is on disk
 * before the answer is sent, so it survives a crash of either side.
 */
export const purchase = z.discriminatedUnion('kind', [
  z.object({
    at: z.iso.datetime(),
    kind: z.literal('llm'),
    /** The answer's `x-request-id` header. */
    requestId: z.string().nullable().default(null),
    /** Name of the requested JSON schema. */
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
    /** The answer's `x-request-id` header; the `llm` entry with its tokens has the same. */
    requestId: z.string().nullable(),
    query: z.string(),
    pages: z.array(z.string()),
  }),
  z.object({
    at: z.iso.datetime(),
    kind: z.literal('told'),
    episode: z.string().nullable(),
    text: z.string(),
    fact: z.number().int(),
  }),
  z.object({
    at: z.iso.datetime(),
    kind: z.literal('plant'),
    episode: z.string().nullable(),
    plant: z.enum(PLANTS),
    /** The false line, and what would have been true instead. */
    text: z.string(),
    truth: z.string(),
  }),
  z.object({
    at: z.iso.datetime(),
    kind: z.literal('speech'),
    provider: z.enum(['elevenlabs', 'openai']).default('elevenlabs'),
    voiceId: z.string(),
    text: z.string(),
    characters: z.number().int(),
    milliseconds: z.number(),
    /** Id of the dialogue, shared by its inputs; null for a text spoken alone. */
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

/** An entry after `close` is still written. */
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

/** The answer for a line that a crash truncated was never sent. */
function dropTornEnd(file: string) {
  if (!existsSync(file)) return;
  const whole = readFileSync(file);
  const end = whole.lastIndexOf('\n') + 1;
  if (end < whole.length) truncateSync(file, end);
}
