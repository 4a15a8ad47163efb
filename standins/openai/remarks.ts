/*
 * What stands around a fact that is told. Nothing here has a figure or a name, and no sentence has more
 * than five words, so that the product, which drops longer ones that come again, keeps each.
 */

/** In front of a fact; "" tells it without a word. */
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

/** In front of the first fact of a source. */
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

/** What the other host says, by what it is. */
const REMARKS = {
  none: [
    'What else is there?',
    'And what follows from that?',
    'Does anybody say why?',
    'How would anyone know?',
    'Where does that lead?',
    'Who would have guessed?',
    'So what comes next?',
    'Is that the whole story?',
    'What do they make of it?',
    'Why would that be?',
    "And that's written down?",
    'And nobody noticed before?',
  ],
  doubt: [
    'That sounds too neat.',
    "I'd want to see that.",
    'Could they be wrong?',
    "I don't quite trust that.",
    'Somebody may have misjudged it.',
    "I'm not convinced yet.",
  ],
  opinion: [
    'I rather like that.',
    "That's odd, I think.",
    'I find that cheering.',
    "That's my favourite so far.",
    "I'd never have thought so.",
    'To me, that settles something.',
  ],
} as const;

/** After a fact that others deny. */
const DISPUTED = [
  'Not everybody agrees, though.',
  "That's disputed, isn't it?",
  'Others would say otherwise.',
];

interface Remark {
  text: string;
  basis: keyof typeof REMARKS;
}

/** Every remark that there is about a fact. */
export function remarksOn({ disputed }: { disputed: boolean }): Remark[] {
  const bases: Remark['basis'][] = disputed ? ['doubt'] : ['none', 'none', 'doubt', 'opinion'];
  return bases.flatMap((basis) =>
    OPENERS.flatMap((opener) =>
      (disputed ? DISPUTED : REMARKS[basis]).map((text) => ({ basis, text: `${opener} ${text}` })),
    ),
  );
}

/** Before the first fact, where the host who tells it has just spoken. */
export const LEADS: Remark[] = OPENERS.flatMap((opener) =>
  REMARKS.none.map((text) => ({ basis: 'none' as const, text: `${opener} ${text}` })),
);
