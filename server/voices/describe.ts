import type { Voice } from '#shared/voices.ts';
import type { ProviderVoice } from '../speech/speech.ts';
import { knownVoices } from './facts.ts';

/** A voice as the catalogue shows it: our own words where we know it, else the provider's labels. */
export function describe(live: ProviderVoice): Voice {
  const known = knownVoices.get(live.id) ?? fromLabels(live);
  const place = `/api/voices/${encodeURIComponent(live.id)}`;
  return {
    id: live.id,
    ...known,
    thumbnailUrl: `${place}/avatar.svg`,
    sampleAudioUrl: `${place}/sample.mp3`,
    quality: /premade|professional/.test(live.category ?? '') ? 'Premium' : 'Standard',
  };
}

/** The catalogue when no provider has ever answered: every voice we know, so that nobody sees none. */
export function describeKnown(): Voice[] {
  return [...knownVoices].map(([id, { name }]) =>
    describe({
      id,
      name,
      labels: {},
      description: null,
      category: 'premade',
      rate: 1,
      endsAt: null,
    }),
  );
}

function fromLabels({ name, labels, description }: ProviderVoice) {
  const { gender, accent, age } = labels;
  const tags = [labels.descriptive, labels.description, age, labels.use_case ?? labels['use case']]
    .filter((label) => label !== undefined)
    .map(capital)
    .filter((tag, index, all) => tag && all.indexOf(tag) === index);
  const said = description?.trim();
  return {
    name: stageName(name),
    gender: gender?.toLowerCase() === 'female' ? ('Female' as const) : ('Male' as const),
    accent: capital(accent ?? '') || 'International',
    tags: tags.length ? tags.slice(0, 4) : ['Natural'],
    description: said ? firstSentence(said) : `${stageName(name)} is a voice of our provider.`,
  };
}

/** "Mark - Natural Conversations" is called Mark on air. */
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
