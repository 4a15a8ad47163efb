import type { Style, Tone } from '#shared/tonesAndStyles.ts';
import type { Voice } from '#shared/voices.ts';

export interface Casting {
  topic: string;
  tone: Tone;
  style: Style;
  /** Chosen by ear: a low voice with a high one, a warm one with a clear one. */
  hosts: [string, string];
}

/** Minutes: shorter than anything on sale, long enough for both hosts to say something. */
export const SAMPLE_MINUTES = 2;

const brian = 'nPczCjzI2devNBz1zQrb';
const matilda = 'XrExE9yKIg1WjnnlVkGX';
const bill = 'pqHfZKP75CvOlQylNhV4';
const alice = 'Xb7hH8MSUJpSbSDYk0k2';
const lily = 'pFZP5JQG7iQjIQuC4Bku';
const george = 'JBFqnCBsd6RMkjVDRZzb';

/** The demos of a new installation, in reverse order: the newest is listed first. */
export const FIRST_SAMPLES: Casting[] = [
  {
    topic: 'How to bake sourdough bread',
    tone: 'Calm',
    style: 'Explain it simply',
    hosts: [lily, george],
  },
  {
    topic: 'Are night trains worth bringing back?',
    tone: 'Skeptical',
    style: 'Debate',
    hosts: [bill, alice],
  },
  {
    topic: 'The glowing sea',
    tone: 'Funny',
    style: 'Conversation',
    hosts: [brian, matilda],
  },
];

export function castHosts(wanted: Casting['hosts'], catalogue: readonly Voice[]): [Voice, Voice] {
  const [one, two] = wanted.map((id) => catalogue.find((voice) => voice.id === id));
  const first = one ?? besides(two, catalogue);
  const second = two ?? besides(first, catalogue);
  if (!first || !second) throw new Error('a demo needs two voices');
  return [first, second];
}

function besides(voice: Voice | undefined, catalogue: readonly Voice[]): Voice | undefined {
  const others = catalogue.filter(({ id }) => id !== voice?.id);
  return others.find(({ gender }) => gender !== voice?.gender) ?? others[0];
}
