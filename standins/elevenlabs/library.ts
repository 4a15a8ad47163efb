import path from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { openSettings } from '../settings.ts';
import type { StandinTools } from '../standin.ts';
import successors from './successors.json' with { type: 'json' };
import { voices as builtIn, type CatalogueVoice } from './voices.ts';

interface Shared extends CatalogueVoice {
  rate: number;
  noticeDays: number;
  liveModerated: boolean;
  /** A mute voice can be added, but then every request for speech fails. */
  isMute: boolean;
}

const query = z.object({
  page_size: z.coerce.number().int().min(1).max(100).default(30),
  page: z.coerce.number().int().min(0).default(0),
  language: z.string().optional(),
  search: z.string().default(''),
  min_notice_period_days: z.coerce.number().int().min(0).default(0),
  include_custom_rates: z.enum(['true', 'false']).default('true'),
  include_live_moderated: z.enum(['true', 'false']).default('true'),
});

const added = z.object({ voices: z.array(z.string()).default([]) });

export function openLibrary({ dir, accounts }: Pick<StandinTools, 'dir' | 'accounts'>) {
  const kept = openSettings(path.join(dir, 'library.json'), added);
  const isAdded = (id: string) => kept.read().voices.includes(id);

  const taken = (): CatalogueVoice[] => kept.read().voices.flatMap((id) => byId.get(id) ?? []);

  const listed = (): CatalogueVoice[] => {
    const old = accounts.read().elevenlabs.voices === 'roster' ? builtIn : [];
    return [...old, ...taken().filter(({ id }) => !old.some((voice) => voice.id === id))];
  };

  const search: RequestHandler = (req, res) => {
    const read = query.safeParse(req.query);
    if (!read.success) return refuse(res, 422, 'invalid_request');
    const { page, page_size: size } = read.data;
    const found = library.filter((voice) => fits(voice, read.data));
    const shown = found.slice(page * size, (page + 1) * size);
    res.json({
      voices: shown.map((voice) => wireShared(voice, isAdded(voice.id))),
      has_more: (page + 1) * size < found.length,
      total_count: found.length,
    });
  };

  const add: RequestHandler<{ owner: string; voice: string }> = (req, res) => {
    const { owner, voice: id } = req.params;
    const voice = byId.get(id);
    if (!voice || owner !== ownerOf(voice)) {
      return refuse(res, 404, 'voice_not_found');
    }
    if (typeof req.body?.new_name !== 'string') {
      return refuse(res, 422, 'invalid_request');
    }
    if (isAdded(id)) return refuse(res, 400, 'voice_already_added');
    kept.write({ voices: [...kept.read().voices, id] });
    res.json({ voice_id: id });
  };

  return {
    router: Router()
      .get('/v1/shared-voices', search)
      .post('/v1/voices/add/:owner/:voice', express.json(), add),
    listed,
    /** Null when the account does not have the voice or it is mute. */
    speaker: (id: string): CatalogueVoice | null =>
      (byId.get(id)?.isMute ? null : listed().find((voice) => voice.id === id)) ?? null,
  };
}

const terms = { rate: 1, noticeDays: 730, liveModerated: false, isMute: false };

/** ElevenLabs' successors of its Default voices, each with the sound of a built-in voice. */
const successorVoices = successors.map(({ id, name, gender }, place): Shared => {
  const kind = builtIn.filter((voice) => voice.labels.gender === gender);
  const model = kind[place % kind.length] as CatalogueVoice;
  return { ...model, ...terms, id, name, category: 'professional' };
});

/** The product must not add these: each differs from a built-in voice in one property. */
function odd(name: string, other: Partial<Shared>): Shared {
  const [model] = builtIn as readonly [CatalogueVoice];
  return { ...model, ...terms, id: `odd${name}`, name, category: 'professional', ...other };
}
const odds = [
  odd('Mute', { isMute: true }),
  odd('Dear', { rate: 2 }),
  odd('Fleeting', { noticeDays: 0 }),
  odd('Watched', { liveModerated: true }),
  odd('Foreign', { labels: { gender: 'male', accent: 'peninsular', language: 'es' } }),
  odd('Unlabelled', { labels: { gender: 'neutral', accent: 'american', language: 'en' } }),
];

/** Most used first. */
const library: readonly Shared[] = [
  ...odds,
  ...builtIn.map((voice) => ({ ...voice, ...terms, category: 'professional' as const })),
  ...successorVoices,
];
const byId = new Map(library.map((voice) => [voice.id, voice]));

function fits(voice: Shared, criteria: z.infer<typeof query>): boolean {
  const words = [voice.name, voice.id, voice.description].join(' ').toLowerCase();
  return (
    (!criteria.language || voice.labels.language === criteria.language) &&
    words.includes(criteria.search.toLowerCase()) &&
    voice.noticeDays >= criteria.min_notice_period_days &&
    (criteria.include_custom_rates === 'true' || voice.rate === 1) &&
    (criteria.include_live_moderated === 'true' || !voice.liveModerated)
  );
}

const ownerOf = (voice: Shared) => `owner-of-${voice.id}`;

function refuse(res: Response, code: number, status: string): void {
  const message = status.replaceAll('_', ' ');
  res.status(code).json({ detail: { status, message, code: status, type: 'invalid_request' } });
}

function wireShared(voice: Shared, isAddedByUser: boolean) {
  const { accent = '', gender = '', age = '', descriptive = '', language } = voice.labels;
  return {
    public_owner_id: ownerOf(voice),
    voice_id: voice.id,
    date_unix: 1_700_000_000,
    name: voice.name,
    accent,
    gender,
    age,
    descriptive,
    use_case: voice.labels.use_case ?? '',
    category: voice.category,
    language,
    description: voice.description,
    usage_character_count_1y: 1_000_000 - library.indexOf(voice),
    usage_character_count_7d: 1_000,
    play_api_usage_character_count_1y: 1_000,
    cloned_by_count: 1,
    rate: voice.rate,
    fiat_rate: null,
    notice_period: voice.noticeDays,
    free_users_allowed: false,
    live_moderation_enabled: voice.liveModerated,
    featured: false,
    is_added_by_user: isAddedByUser,
  };
}
