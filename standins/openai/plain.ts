import type { Line } from './badHabits.ts';
import { chance } from './chance.ts';
import { hasSaid, isByA } from './said.ts';
import type { Spec } from './spec.ts';

/*
 * For tests and benchmarks: sentences about nothing, exactly as many words as asked for, and none
 * twice in an episode. So any deviation and any lost sentence is the product's.
 */
const list = (words: string): string[] => words.split(/\s+/);

/** Each section uses three of its own, so that no two sections share a sentence. */
const ADJECTIVES =
  list(`old green quiet narrow heavy bright wooden distant empty gentle hollow round
  pale steep soft broken early golden silver crooked patient tall damp dusty northern silent slender
  crowded painted ragged frozen warm shallow windy copper lonely modest curious striped winding sunken
  sleepy stubborn polished faded restless sturdy foggy`);
const NOUNS = list(`harbour lantern bridge orchard kettle ladder meadow tower river window garden
  carriage island curtain bakery chimney forest mirror station valley blanket market cellar feather
  pebble village candle fountain barrel staircase rooftop wagon lighthouse courtyard basket hedge
  chapel sail drum cottage`);
const VERBS =
  list(`wait rest shine turn sleep grow move stand drift sink lean glow hum fall rise swing
  settle gleam float tremble`);
const ADVERBS = list('slowly often rarely calmly barely softly again together');
const PLACES = list('under above beside behind near below beyond against');
const TIMES = ['at dawn', 'by night', 'in winter', 'at noon', 'in spring', 'by day', 'for hours'];
const TINY = ['', 'Yes.', 'Quite so.', 'So it is.'];
const ROLES = ['set-up', 'how it works', 'trouble', 'other side', 'turn', 'consequence'];

const DELIVERED = 1 / 8;
const REACTED_TO = 1 / 14;
const DELIVERIES = list('amused curious laughs quickly quietly relieved sighs slowly surprised');
/** The longest line that may lie over another, and the shortest whose repetition is noticed. */
const REACTION_WORDS = 4;

const LONGEST = 9;
const QUESTION = 8;
/** With fewer words left, a question might stay without an answer. */
const ROOM_FOR_ANSWER = 40;

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

function phrases(seed: string, index: number, before = '') {
  const next = chance(`${seed} plain ${index} ${before}`);
  const one = (words: string[]) => words[Math.floor(next() * words.length)] ?? '';
  const own = ADJECTIVES.filter((_, at) => at % 16 === index % 16);
  const thing = () => `the ${one(own)} ${one(NOUNS)}`;
  return {
    next,
    thing,
    reaction: () => `T${thing().slice(1)}, yes.`,
    question: () => `Does ${thing()} ${one(VERBS)} ${one(PLACES)} the ${one(NOUNS)}?`,
    /** `words` is from four to nine. */
    sentence(words: number): string {
      const place = `${one(PLACES)} the ${one(NOUNS)}`;
      const ends = ['', one(ADVERBS), one(TIMES), place, `${one(ADVERBS)} ${place}`];
      const end = ends[words - 4] ?? `${place} ${one(TIMES)}`;
      return `T${thing().slice(1)} ${one(VERBS)}s ${end}`.trim().concat('.');
    },
  };
}

export const plainTitle = ({ topic }: Spec) => `Plain talk: ${topic}`.slice(0, 80);

export function plainOutline(spec: Spec, seed: string) {
  const last = spec.sections - 1;
  return {
    title: spec.opening?.title ?? plainTitle(spec),
    summary: `${spec.hosts.A} and ${spec.hosts.B} talk in plain sentences about things that stand, shine and turn in places where nobody has been. Each section has things of its own, none of them means anything, and no sentence comes a second time.`,
    sections: Array.from({ length: spec.sections }, (_, index) => ({
      title: `About ${phrases(seed, index).thing()}`,
      goal: 'Fills its time with plain sentences about things of its own, each of which comes once, so that whatever is lost of it will be missed.',
      weight: index === last ? 0.5 : 1,
      role: index === 0 ? 'opening' : index === last ? 'closing' : (ROLES[index % 6] ?? ''),
      answers: [],
    })),
  };
}

/** Once, and by the host who has not just spoken. */
export function plainGreeting({ place, hosts, said }: Spec): Line[] {
  const hello = 'Hello and welcome';
  if (place !== 'opening' || hasSaid({ said }, hello)) return [];
  const [first, second] = isByA(said.at(-1)) ? (['B', 'A'] as const) : (['A', 'B'] as const);
  return [
    { speaker: first, text: `${hello}, I'm ${hosts[first]}.` },
    { speaker: second, text: `And I'm ${hosts[second]}.` },
  ];
}

/** Writes exactly `words` words, not counting tags, and goes on from `spec.said`. */
export function plainSection(spec: Spec, seed: string, words: number): Line[] {
  const said = new Set(spec.said.flatMap((line) => line.slice(3).split(/(?<=[.?!]) /)));
  const { next, ...write } = phrases(seed, spec.section?.index ?? 0, spec.said.at(-1));
  const tagging = chance(`${seed} tags ${spec.section?.index} ${spec.said.at(-1)}`);
  const fresh = (make: () => string): string => {
    for (;;) {
      const text = make();
      if (!said.has(text)) {
        said.add(text);
        return text;
      }
    }
  };

  const goodbye = ['Goodbye, and thanks for listening.', 'Until next time, goodbye.'];
  const begin = plainGreeting(spec).map(({ text }) => text);
  const end = spec.place === 'closing' ? goodbye.filter((text) => !said.has(text)) : [];
  const due = spec.owes.filter((question) => !said.has(question));
  const ends = wordsIn([...begin, ...end].join(' '));
  const middle: string[] = [];
  for (const question of due) {
    // The other host answers at once, at enough length for a judge that goes by words alone.
    const name = spec.hosts.A;
    const reply = `So says ${name}, every day. ${fresh(() => write.sentence(LONGEST))}`;
    const exchange = [question, reply, fresh(() => write.sentence(4))];
    const isRoom = wordsIn([...middle, ...exchange].join(' ')) + ends <= words;
    middle.push(...(isRoom ? exchange : [`${question} So it is.`]));
  }
  let left = Math.max(1, words - wordsIn(middle.join(' ')) - ends);
  for (let isAnswer = false; left > 0; ) {
    const parts = isAnswer ? ['It does.'] : [];
    left -= wordsIn(parts.join(' '));
    for (let count = Math.ceil(next() * 3); count > 0 && left > 0; count--) {
      const size = sizeOf(left, next());
      parts.push(TINY[size] ?? fresh(() => write.sentence(size)));
      left -= size;
    }
    isAnswer = left >= ROOM_FOR_ANSWER && next() < 1 / 4;
    if (isAnswer) {
      parts.push(fresh(write.question));
      left -= QUESTION;
    }
    middle.push(parts.join(' '));
    if (!isAnswer && left >= REACTION_WORDS + 4 && tagging() < REACTED_TO) {
      middle.push(`[over] ${fresh(write.reaction)}`);
      left -= REACTION_WORDS;
    }
  }
  const delivered = (text: string) => {
    const tag = DELIVERIES[Math.floor((tagging() / DELIVERED) * DELIVERIES.length)];
    return tag && !text.startsWith('[') ? `[${tag}] ${text}` : text;
  };
  const startsWithB = spec.said.at(-1)?.startsWith('A');
  return [...begin, ...middle.map(delivered), ...end].map((text, at) => ({
    speaker: (at % 2 === 1) === !startsWithB ? 'B' : 'A',
    text,
  }));
}

/** Leaves either nothing or enough words for another sentence. */
function sizeOf(left: number, draw: number): number {
  if (left <= LONGEST) return left;
  const size = 5 + Math.floor(draw * (LONGEST - 4));
  return left - size < 4 ? left - 4 : size;
}
