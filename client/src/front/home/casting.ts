import type { Voice } from '#shared/voices.ts';

export interface Shown {
  id: string;
  name: string;
  says: string;
  tags: string;
  gender: Voice['gender'];
}

interface Part {
  says: string;
  tags: readonly [string, string];
  gender: Voice['gender'];
  /** The catalogue id of the voice that it is written for. */
  preferred: string;
}

const PARTS: readonly Part[] = [
  {
    says: 'A deep mature American male voice',
    tags: ['Deep', 'Narrative'],
    gender: 'Male',
    preferred: 'nPczCjzI2devNBz1zQrb',
  },
  {
    says: 'A warm trustworthy American voice',
    tags: ['Calm', 'Commercial'],
    gender: 'Male',
    preferred: 'pqHfZKP75CvOlQylNhV4',
  },
  {
    says: 'A pleasant kind female voice',
    tags: ['Pleasant', 'Friendly'],
    gender: 'Female',
    preferred: 'XrExE9yKIg1WjnnlVkGX',
  },
];

/** A voice that fits a part gets its words; otherwise the most similar one keeps its own. */
export function castShowcase(catalogue: readonly Voice[]): Shown[] {
  const cast: Shown[] = [];
  for (const part of PARTS) {
    const others = PARTS.filter((other) => other !== part).map(({ preferred }) => preferred);
    const taken = new Set([...others, ...cast.map(({ id }) => id)]);
    const [best] = catalogue
      .filter(({ id }) => !taken.has(id))
      .sort((one, other) => suitability(other, part) - suitability(one, part));
    if (best) cast.push(fits(best, part) ? inPart(best, part) : asThemselves(best));
  }
  return cast;
}

const sharedTags = (voice: Voice, { tags }: Part) =>
  tags.filter((tag) => voice.tags.some((own) => own.toLowerCase() === tag.toLowerCase())).length;

const fits = (voice: Voice, part: Part): boolean =>
  voice.gender === part.gender &&
  sharedTags(voice, part) === part.tags.length &&
  (!/American/.test(part.says) || voice.accent === 'American');

const suitability = (voice: Voice, part: Part) =>
  (fits(voice, part) ? 100 : 0) +
  (voice.gender === part.gender ? 10 : 0) +
  sharedTags(voice, part) +
  (voice.id === part.preferred ? 0.5 : 0);

const inPart = ({ id, name, gender }: Voice, { says, tags }: Part): Shown => ({
  id,
  name,
  says,
  tags: tags.join(', '),
  gender,
});

const asThemselves = ({ id, name, description, tags, gender }: Voice): Shown => ({
  id,
  name,
  says: description,
  tags: tags.slice(0, 2).join(', '),
  gender,
});
