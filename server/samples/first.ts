import type { Style, Tone } from '#shared/choices.ts';

export interface Casting {
  topic: string;
  tone: Tone;
  style: Style;
  /** Ids of the catalogue, chosen by ear: a low voice beside a high one, a warm one beside a clear one. */
  hosts: [string, string];
}

/** Minutes: shorter than anything that is sold, long enough for both to say something. */
export const SAMPLE_MINUTES = 2;

const brian = 'nPczCjzI2devNBz1zQrb';
const matilda = 'XrExE9yKIg1WjnnlVkGX';
const bill = 'pqHfZKP75CvOlQylNhV4';
const alice = 'Xb7hH8MSUJpSbSDYk0k2';
const lily = 'pFZP5JQG7iQjIQuC4Bku';
const george = 'JBFqnCBsd6RMkjVDRZzb';

/** What a new installation has to show, the first to be heard last: the newest demo leads the list. */
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
