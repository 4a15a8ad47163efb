import type { Voice } from '#shared/voices.ts';

/** A voice as shown on the landing page. */
export interface Shown {
  id: string;
  name: string;
  says: string;
  tags: string;
  gender: Voice['gender'];
}

/** Three voices by their catalogue ids; texts and tags as in the spec. */
const preferred: Shown[] = [
  {
    id: 'nPczCjzI2devNBz1zQrb',
    name: 'Brian',
    says: 'A deep, mature American male voice',
    tags: 'Deep, Narrative',
    gender: 'Male',
  },
  {
    id: 'pqHfZKP75CvOlQylNhV4',
    name: 'Bill',
    says: 'A warm, trustworthy American voice',
    tags: 'Calm, Commercial',
    gender: 'Male',
  },
  {
    id: 'XrExE9yKIg1WjnnlVkGX',
    name: 'Matilda',
    says: 'A pleasant, kind female voice',
    tags: 'Pleasant, Friendly',
    gender: 'Female',
  },
];

/**
 * The three preferred voices. One that is not in the catalogue is replaced by the most similar one: of
 * the same gender, with the most tags in common.
 */
export function castShowcase(catalogue: readonly Voice[]): Shown[] {
  const cast: Shown[] = [];
  for (const wanted of preferred) {
    if (catalogue.some(({ id }) => id === wanted.id)) {
      cast.push(wanted);
      continue;
    }
    const isFree = ({ id }: Voice) => ![...preferred, ...cast].some((other) => other.id === id);
    const [substitute] = catalogue
      .filter(isFree)
      .sort((one, other) => likeness(other, wanted) - likeness(one, wanted));
    if (substitute) cast.push(present(substitute));
  }
  return cast;
}

function likeness(voice: Voice, wanted: Shown): number {
  const tags = wanted.tags.toLowerCase().split(', ');
  const shared = voice.tags.filter((tag) => tags.includes(tag.toLowerCase())).length;
  return (voice.gender === wanted.gender ? 10 : 0) + shared;
}

function present({ id, name, description, tags, gender }: Voice): Shown {
  return { id, name, says: description, tags: tags.slice(0, 2).join(', '), gender };
}
