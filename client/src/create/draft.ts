import { DURATIONS, type Duration } from '#shared/pricing.ts';
import { STYLES, type Style, TONES, type Tone } from '#shared/tonesAndStyles.ts';

/** What stands in the create form, finished or not. */
export type DraftValues = {
  topic: string;
  tone: Tone;
  style: Style;
  duration: Duration;
  voice1Id: string;
  voice2Id: string;
  email: string;
  discountCode: string;
  useBonus: boolean;
};

export type Draft = {
  version: 1;
  /** Names this draft; a new one begins once its order has been paid or has lapsed. */
  id: string;
  /** The order placed from this draft, until it is known to be paid. */
  orderId: string | null;
  values: DraftValues;
};

export const DRAFT_KEY = 'duologue.draft';

/** `crypto.randomUUID` is missing where a phone on the home network opens plain http. */
function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A draft that nobody has ordered yet, with `kept` already filled in. */
export function newDraft(kept: Partial<DraftValues> = {}): Draft {
  return { version: 1, id: newDraftId(), orderId: null, values: readValues(kept) };
}

/** The draft left on this device; a new one when there is none or it cannot be read. */
export function readDraft(): Draft {
  try {
    const kept: Partial<Record<keyof Draft, unknown>> = JSON.parse(
      localStorage.getItem(DRAFT_KEY) ?? '{}',
    );
    const { version, id, orderId, values } = kept;
    if (version !== 1 || typeof id !== 'string' || !id || !isRecord(values)) return newDraft();
    const order = typeof orderId === 'string' ? orderId : null;
    return { version, id, orderId: order, values: readValues(values) };
  } catch {
    return newDraft();
  }
}

/**
 * By hand: the page is drawn before the schema library has come. Whatever another version of
 * this page, or a hand, left there that cannot be understood is as on a new form.
 */
function readValues(kept: Partial<Record<keyof DraftValues, unknown>>): DraftValues {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const oneOf = <Choice>(choices: readonly Choice[], value: unknown, otherwise: Choice) =>
    choices.find((choice) => choice === value) ?? otherwise;
  return {
    topic: text(kept.topic),
    tone: oneOf(TONES, kept.tone, 'Normal'),
    style: oneOf(STYLES, kept.style, 'Conversation'),
    duration: oneOf(DURATIONS, kept.duration, 10),
    voice1Id: text(kept.voice1Id),
    voice2Id: text(kept.voice2Id),
    email: text(kept.email),
    discountCode: text(kept.discountCode),
    useBonus: kept.useBonus === true,
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

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
