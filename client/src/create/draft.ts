import type { UseFormReturn } from 'react-hook-form';
import { CHANNELS, type Channel } from '#shared/channels.ts';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import type { OrderRequest } from '#shared/order.ts';
import { DURATIONS, type Duration } from '#shared/pricing.ts';
import { SOURCES_MAX } from '#shared/sourceLimits.ts';
import { STYLES, type Style, TONES, type Tone } from '#shared/tonesAndStyles.ts';
import { isRecord } from '../api/client.ts';
import { type DraftBrief, readBrief, textsIn } from './brief.ts';

/** Everything that decides how an episode begins, in the order in which changes are named. */
export const ASPECTS = ['topic', 'sources', 'brief', 'voices', 'tone', 'style'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** Episodes with equal texts begin alike. */
export type Beginning = Record<Aspect, string>;

export type KeptPreview = { id: string; duration: Duration; of: Beginning };

export type DraftValues = {
  topic: string;
  tone: Tone;
  style: Style;
  duration: Duration;
  voice1Id: string;
  voice2Id: string;
  /** The form chose both voices, and the visitor has neither heard nor changed them. */
  hasUsualPair: boolean;
  email: string;
  discountCode: string;
  /** The buyer's choice; null until then, and the free episode is used where it can be. */
  bonus: 'use' | 'later' | null;
  /** Sounds between the chapters. */
  stings: boolean;
  /** Ids; each source is fetched again (`GET /api/sources/:id`). */
  sources: string[];
  onlyTheseSources: boolean;
  /** The demo's own topic that follows the sources; empty for none. */
  follows: string;
  channel: Channel;
  /** May be of an earlier topic. */
  brief?: DraftBrief | undefined;
  keptPreview?: KeptPreview | undefined;
};

export type OrderForm = UseFormReturn<DraftValues, unknown, OrderRequest>;
export type OrderControl = OrderForm['control'];

export type Draft = {
  version: 1;
  /** A new draft begins once the order of this one is paid or has expired. */
  id: string;
  /** The order placed from this draft, until it is known to be paid. */
  orderId: string | null;
  values: DraftValues;
};

export const DRAFT_KEY = 'duologue.draft';

/** `crypto.randomUUID` is missing on plain http, such as a phone on the home network. */
function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function newDraft(kept: Partial<DraftValues> = {}): Draft {
  return { version: 1, id: newDraftId(), orderId: null, values: readValues(kept) };
}

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

/** Parses without the schema library, which loads after the page. Unknown values get defaults. */
function readValues(kept: Partial<Record<keyof DraftValues, unknown>>): DraftValues {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    topic: text(kept.topic),
    tone: known(TONES, kept.tone) ?? 'Normal',
    style: known(STYLES, kept.style) ?? 'Conversation',
    duration: known(DURATIONS, kept.duration) ?? 10,
    voice1Id: text(kept.voice1Id),
    voice2Id: text(kept.voice2Id),
    hasUsualPair: kept.hasUsualPair === true,
    email: text(kept.email),
    discountCode: text(kept.discountCode),
    bonus: known(['use', 'later'], kept.bonus) ?? null,
    stings: kept.stings !== false,
    sources: textsIn(kept.sources).slice(0, SOURCES_MAX),
    onlyTheseSources: kept.onlyTheseSources === true,
    follows: known(EXAMPLE_TOPICS, kept.follows) ?? '',
    channel: known(CHANNELS, kept.channel) ?? 'direct',
    brief: readBrief(kept.brief),
    keptPreview: readPreview(kept.keptPreview),
  };
}

export function readPreview(kept: unknown): KeptPreview | undefined {
  if (!isRecord(kept) || typeof kept.id !== 'string' || !isRecord(kept.of)) return undefined;
  const { id, of } = kept;
  const duration = known(DURATIONS, kept.duration);
  if (!id || !duration) return undefined;
  const text = (aspect: Aspect) => String(of[aspect] ?? '');
  return {
    id,
    duration,
    of: {
      topic: text('topic'),
      sources: text('sources'),
      brief: text('brief'),
      voices: text('voices'),
      tone: text('tone'),
      style: text('style'),
    },
  };
}

const known = <const Choice>(choices: readonly Choice[], value: unknown) =>
  choices.find((choice) => choice === value);

/** Without storage a reload loses the draft; ordering still works. */
export function writeDraft(kept: Draft): void {
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify(kept));
  } catch {
    // private windows and full disks
  }
}

/**
 * The Idempotency-Key of an order. Equal content has an equal key, so that a double tap, a retry
 * after a lost reply and the Back button all find the same order.
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
