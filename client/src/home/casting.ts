import type { Voice } from '#shared/voices.ts';

/** A voice as the landing page shows it. */
export interface Shown {
  id: string;
  name: string;
  says: string;
  tags: string;
  low: boolean;
}

/** Three of the catalogue, by their ids there; words and tags are the spec's. */
const known: (Shown & { gender: Voice['gender'] })[] = [
  {
    id: 'nPczCjzI2devNBz1zQrb',
    name: 'Brian',
    says: 'A deep, mature American male voice',
    tags: 'Deep, Narrative',
    low: true,
    gender: 'Male',
  },
  {
    id: 'pqHfZKP75CvOlQylNhV4',
    name: 'Bill',
    says: 'A warm, trustworthy American voice',
    tags: 'Calm, Commercial',
    low: true,
    gender: 'Male',
  },
  {
    id: 'XrExE9yKIg1WjnnlVkGX',
    name: 'Matilda',
    says: 'A pleasant, kind female voice',
    tags: 'Pleasant, Friendly',
    low: false,
    gender: 'Female',
  },
];

/**
 * Three voices to hear. In the place of one that is not in the catalogue comes the one most like it:
 * of its gender, with the most of its tags.
 */
export function castShowcase(catalogue: readonly Voice[]): Shown[] {
  const cast: Shown[] = [];
  for (const wanted of known) {
    if (catalogue.some(({ id }) => id === wanted.id)) {
      cast.push(wanted);
      continue;
    }
    const isFree = ({ id }: Voice) => ![...known, ...cast].some((other) => other.id === id);
    const [stand] = catalogue
      .filter(isFree)
      .sort((one, other) => likeness(other, wanted) - likeness(one, wanted));
    if (stand) cast.push(present(stand));
  }
  return cast;
}

function likeness(voice: Voice, wanted: (typeof known)[number]): number {
  const tags = wanted.tags.toLowerCase().split(', ');
  const shared = voice.tags.filter((tag) => tags.includes(tag.toLowerCase())).length;
  return (voice.gender === wanted.gender ? 10 : 0) + shared;
}

function present({ id, name, description, tags, gender }: Voice): Shown {
  return {
    id,
    name,
    says: description,
    tags: tags.slice(0, 2).join(', '),
    low: gender === 'Male',
  };
}
