import { chance, shuffled } from './chance.ts';

/* None of these has a figure or a name. */

export const FRAMES = [
  '',
  '',
  'And get this.',
  "Here's the next thing.",
  "Then there's this.",
  'Listen to this.',
  "Here's what it says.",
  'The page says this.',
  'And it goes on.',
  'Now for the detail.',
  'This stayed with me.',
  "Here's what I found.",
];

export const SOURCE_FRAMES = [
  "Here's something from {site}.",
  '{site} has this.',
  'This is from {site}.',
  'From {site}, then.',
];

const OPENERS = [
  'Huh.',
  'Really?',
  'Go on.',
  'No, wait.',
  'Right.',
  'Well, well.',
  'Hm.',
  'Oh, come on.',
  'I see.',
  'Good grief.',
  'Honestly?',
  'All right.',
];

const REMARKS = {
  none: [
    'What else is there that we ought to know?',
    'And what follows from that, if anything does?',
    'Does anybody say why it should be so?',
    'How would anyone know a thing like that?',
    'Where does that lead, if you follow it on?',
    'Who would have guessed that, before they looked?',
    'So what comes next?',
    'Is that the whole story, or is there more?',
    'What do they make of it themselves?',
    'Why would that be?',
    "And that's written down, for anybody to read?",
    'And nobody noticed before?',
  ],
  doubt: [
    'That sounds too neat. Things that fit so well usually had a corner sawn off somewhere.',
    "I'd want to see that for myself before I repeat it to anybody.",
    'Could they be wrong? People have counted carefully before and still come out with nonsense.',
    "I don't quite trust that. It's just what you'd hope to find if you were looking for it.",
    'Somebody may have misjudged it, and everybody after them may simply have copied it down.',
    "I'm not convinced yet. Tell me who looked, and how, and I may come round.",
    "And there's nothing on the other side? There's usually something on the other side.",
    'Is that what happened, or is it only what got written down?',
  ],
  opinion: [
    "I rather like that, and I couldn't tell you why. It makes the whole thing feel less settled.",
    "That's odd, I think. If somebody had asked me this morning, I'd have said the very opposite.",
    'I find that cheering. Somebody sat down and looked, when they could have gone on guessing.',
    "That's my favourite so far. It's so plain that I'd have walked straight past it.",
    "I'd never have thought so. I'd have bet money against it, and I'd have lost the lot.",
    'To me, that settles something. Not the whole question, but the part I kept stumbling over.',
    "I'd put that on the wall. It says more than a page of clever explanation would.",
    "That's the kind of thing I'd tell at dinner, and then somebody would ask how we know.",
    "If you ask me, that's where it gets good. Before that it was all rather tidy.",
    "I love how little fuss they make of it. I'd have shouted it from the roof.",
  ],
} as const;
const ALONE = 1 / 4;

const DISPUTED = [
  'Not everybody agrees, though.',
  "That's disputed, isn't it?",
  'Others would say otherwise.',
];

interface Remark {
  text: string;
  basis: keyof typeof REMARKS;
}

/** The same seed always gives the same order. */
export function remarksOn({ disputed }: { disputed: boolean }, seed: string): Remark[] {
  if (disputed) return shuffled(behindOpeners('doubt', DISPUTED), seed);
  const next = chance(`${seed} remark`);
  const all = BASES.flatMap((basis) => behindOpeners(basis, REMARKS[basis]));
  const alone = OPENERS.map((text) => ({ text, basis: 'none' as const }));
  return [...(next() < ALONE ? shuffled(alone, seed) : []), ...shuffled(all, seed)];
}

export const leads = (seed: string): Remark[] =>
  shuffled(behindOpeners('none', REMARKS.none), seed);

const BASES = ['none', 'none', 'doubt', 'opinion'] as const;

const behindOpeners = (basis: Remark['basis'], texts: readonly string[]): Remark[] =>
  OPENERS.flatMap((opener) => texts.map((text) => ({ basis, text: `${opener} ${text}` })));
