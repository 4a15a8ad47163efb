import { z } from 'zod';
import type { Voice } from '#shared/voices.ts';
import type { ProviderVoice } from '../../sound/speech/speech.ts';
import facts from './facts.json' with { type: 'json' };

const fact = z.object({
  name: z.string(),
  gender: z.enum(['Male', 'Female']),
  accent: z.string(),
  tags: z.array(z.string()).min(2).max(4),
  description: z.string(),
});
type Fact = z.infer<typeof fact>;

/** Our own descriptions, by the provider's id, of voices that we have listened to. */
export const knownVoices: ReadonlyMap<string, Fact> = new Map(
  Object.entries(z.record(z.string(), fact).parse(facts)),
);

/** Null for a voice labelled neither male nor female: the catalogue requires one of them. */
export function describe(live: ProviderVoice): Voice | null {
  const known = knownVoices.get(live.id) ?? fromLabels(live);
  if (!known) return null;
  const place = `/api/voices/${encodeURIComponent(live.id)}`;
  return {
    id: live.id,
    ...known,
    thumbnailUrl: `${place}/avatar.svg`,
    sampleAudioUrl: `${place}/sample.mp3`,
    quality: /premade|professional/.test(live.category ?? '') ? 'Premium' : 'Standard',
  };
}

const genders: Record<string, Voice['gender']> = { male: 'Male', female: 'Female' };

function fromLabels({ name, labels, description }: ProviderVoice) {
  const { accent, age } = labels;
  const gender = genders[labels.gender?.toLowerCase() ?? ''];
  if (!gender) return null;
  const tags = [labels.descriptive, labels.description, age, labels.use_case ?? labels['use case']]
    .filter((label) => label !== undefined)
    .map(capital)
    .filter((tag, index, all) => tag && all.indexOf(tag) === index);
  const said = description?.trim();
  return {
    name: stageName(name),
    gender,
    accent: capital(accent ?? '') || 'International',
    tags: tags.length ? tags.slice(0, 4) : ['Natural'],
    description: said ? firstSentence(said) : `${stageName(name)} is a voice of our provider.`,
  };
}

/** "Mark - Natural Conversations" becomes Mark. */
function stageName(name: string): string {
  return name.split(/ [-–—|(] ?/)[0]?.trim() || name;
}

function capital(label: string): string {
  const words = label.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function firstSentence(text: string): string {
  return text.match(/^.{1,160}?[.!?](?=\s|$)/s)?.[0] ?? text.slice(0, 160);
}

export function whyNotForSale(voice: ProviderVoice): string | null {
  const { endsAt, rate, labels } = voice;
  if (endsAt !== null && endsAt <= Date.now()) return 'has ended';
  if (rate > 1) return `costs ${rate} times the price`;
  if (labels.language && !/^en\b/i.test(labels.language)) return `speaks ${labels.language}`;
  if (!describe(voice)) return 'is labelled neither male nor female';
  return null;
}
