import { z } from 'zod';
import { STYLES, TONES } from '#shared/episode.ts';
import { DURATIONS } from '#shared/price.ts';

const values = z.object({
  topic: z.string().catch(''),
  tone: z.enum(TONES).catch('Normal'),
  style: z.enum(STYLES).catch('Conversation'),
  duration: z.literal(DURATIONS).catch(10),
  voice1Id: z.string().catch(''),
  voice2Id: z.string().catch(''),
  email: z.string().catch(''),
  discountCode: z.string().catch(''),
  useBonus: z.boolean().catch(false),
});

/** What stands in the create form, finished or not. */
export type DraftValues = z.infer<typeof values>;

const draft = z.object({
  version: z.literal(1),
  /** Names this draft; a new one begins once its order has been paid or has lapsed. */
  id: z.string().min(1),
  /** The order placed from this draft, until it is known to be paid. */
  orderId: z.string().nullable().catch(null),
  values,
});
export type Draft = z.infer<typeof draft>;

export const DRAFT_KEY = 'duologue.draft';

/** `crypto.randomUUID` is missing where a phone on the home network opens plain http. */
function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A draft that nobody has ordered yet, with `kept` already filled in. */
export function newDraft(kept: Partial<DraftValues> = {}): Draft {
  return { version: 1, id: newDraftId(), orderId: null, values: values.parse({ ...kept }) };
}

/** The draft left on this device; a new one when there is none or it cannot be read. */
export function readDraft(): Draft {
  try {
    const text = localStorage.getItem(DRAFT_KEY);
    const read = draft.safeParse(text === null ? null : JSON.parse(text));
    return read.success ? read.data : newDraft();
  } catch {
    return newDraft();
  }
}

/** Leaves the draft on this device. A full or forbidden store loses the reload, not the order. */
export function writeDraft(kept: Draft): void {
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify(kept));
  } catch {
    // private windows and full disks
  }
}

/**
 * The Idempotency-Key of an order placed from this draft: equal for equal content, so that a
 * double tap, a retry after a lost answer and Back all meet the one order.
 */
export function orderKey(id: string, content: unknown): string {
  return `${id}-${digest(JSON.stringify(content))}`;
}

/** 53 bits of cyrb53 (public domain): enough to tell the versions of one draft apart. */
function digest(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
