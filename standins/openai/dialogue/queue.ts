import { hash, pick, shuffled } from '../chance.ts';
import type { Beat, Side, Turn } from './bank.ts';
import * as bank from './bank.ts';
import { type Filling, fillBeat, fillText, isFillable } from './fill.ts';
import { joinTurns, type Unit } from './fit.ts';
import { anglesFor } from './plan.ts';

/** A section as its request describes it. */
export interface Ask {
  /** Names the episode; everything drawn by lot is drawn from it. */
  seed: string;
  tone: string;
  style: string;
  index: number;
  count: number;
  place: 'opening' | 'middle' | 'closing';
  filling: Filling;
}

/** Everything a section can say, in order; how much of it is said depends on the words asked for. */
export interface Queue {
  units: Unit[];
  /** Only a closing section has one: the last of these always ends it, after one of the others. */
  ending: Turn[][];
}

/** Which kind of beat comes next: Known, Angle, Style, Tone, Domain, Common. */
const PATTERNS: Record<string, string> = {
  conversation: 'KATSKTDACA',
  storytelling: 'SSKATDACT',
};
const USUAL_PATTERN = 'KASTKSTDAC';

/**
 * The same section of the same episode always has the same queue, and no two sections of an
 * episode share a beat: that is what keeps an episode free of repetition though its sections are
 * written by calls that do not know each other.
 */
export function queueFor(ask: Ask): Queue {
  const isLast = ask.index === ask.count - 1 && ask.count > 1;
  const style = bank.styleOf(ask.style, ask.seed);
  const tone = bank.toneOf(ask.tone);
  const name = ask.style.toLowerCase().split(' ')[0] ?? '';
  const speaks = speakerOrder(name, ask.filling);
  const reactions = reactionsFor(ask, tone);
  const perUnit = isLast ? reactions.length : Math.max(2, Math.floor(reactions.length / 8));
  const take = () => reactions.splice(0, perUnit);

  const units = openingBeats(ask, style, tone).map((beat): Unit => {
    return { kind: 'open', turns: speaks(beat, false), lead: null, reactions: [] };
  });
  const decks = decksFor(ask, isLast, style, tone);
  const turn = turnings(ask, style);
  const pattern = PATTERNS[name] ?? USUAL_PATTERN;
  // A later section begins with its own title's angle, the first with what there is to tell.
  const order = ask.index ? pattern.replace(/^KA/, 'AK') : pattern;
  for (const { kind, beat } of deal(order, decks)) {
    const { before, lead } = turn(kind, beat);
    const turns = speaks([...before, ...beat], kind !== 'S');
    units.push({ kind: kind === 'S' ? 'arc' : 'beat', turns, lead, reactions: take() });
  }
  const ending = ask.place === 'closing' ? endingBeats(ask, style) : [];
  return { units, ending: ending.map((beat) => fillBeat(beat, false, ask.filling)) };
}

function openingBeats(ask: Ask, style: bank.Style, tone: bank.Tone): Beat[] {
  if (ask.index > 0) return [];
  const asksQuestion = ask.filling.topic.question && style.openQuestion.length;
  const open = pick(asksQuestion ? style.openQuestion : style.open, `${ask.seed} open`);
  const flavour = pick(tone.open, `${ask.seed} flavour`);
  return open ? [[...open, ...(flavour ?? [])]] : [];
}

/** The line with which a middle section is entered: one of ours, or one that reads its title out. */
function wayIn(ask: Ask): Beat {
  if (ask.index === 0) return [];
  const angle = angleAt(ask);
  const mine = fillText(angle.title, 'A', ask.filling).slice(0, 80).toLowerCase();
  const isOurs = mine === ask.filling.section.toLowerCase() || !ask.filling.section;
  const ways = isOurs ? angle.ways : bank.bridges;
  return [...(pick(ways, `${ask.seed} way ${ask.index}`) ?? [])];
}

function angleAt({ seed, index, count }: Ask): bank.Angle {
  if (index === 0) return bank.openingAngle;
  if (index === count - 1) return bank.closingAngle;
  return anglesFor(seed, count)[index - 1] ?? bank.noAngle;
}

function endingBeats(ask: Ask, style: bank.Style): Beat[] {
  const bye = pick(style.bye, `${ask.seed} bye`);
  return [...shuffled(style.wrap, `${ask.seed} wrap`), ...(bye ? [bye] : [])];
}

/**
 * What leads over to a beat: the way into the section before its first angle, the way back into a
 * story, for the others a turning that may be left out.
 */
function turnings(ask: Ask, style: bank.Style) {
  const mine = (texts: string[], name: string) =>
    shuffled(texts, `${ask.seed} ${name}`).filter((_, place) => place % ask.count === ask.index);
  const turns = mine(bank.turnings, 'turnings');
  const backs = style.back.filter((_, place) => place % ask.count === ask.index - 1);
  const asides = mine(bank.asides, 'asides');
  const way = wayIn(ask);
  return (kind: string, beat: Beat): { before: Beat; lead: string | null } => {
    if (kind === 'S' && style.back.length) return { before: backs.shift() ?? [], lead: null };
    if (kind === 'K' && style.back.length) {
      const side = beat[0]?.side ?? 'A';
      return { before: asides.splice(0, 1).map((text) => ({ side, text })), lead: null };
    }
    if (kind === 'A' && way.length) return { before: way.splice(0), lead: null };
    const opener = firstWord(beat[0]?.text ?? '');
    const at = turns.findIndex((turning) => firstWord(turning) !== opener);
    const [lead = null] = turns.splice(Math.max(0, at), 1);
    return { before: [], lead };
  };
}

const firstWord = (text: string) => text.split(' ')[0];

type Decks = Record<string, Beat[]>;

/** This section's part of every deck. Arcs (style, tone) keep their order, the rest is shuffled. */
function decksFor(ask: Ask, isLast: boolean, style: bank.Style, tone: bank.Tone): Decks {
  const { seed, index, count } = ask;
  const { topic } = ask.filling;
  const talking = Math.max(1, count - 1);
  const fair = (beats: Beat[]) => beats.filter((beat) => isFillable(beat, topic));
  const slice = (beats: Beat[]) =>
    isLast ? [] : beats.slice(share(index, beats, talking), share(index + 1, beats, talking));
  const dealt = (beats: Beat[], name: string) =>
    shuffled(fair(beats), `${seed} ${name}`).filter((_, place) => place % count === index);

  const used = new Set([...anglesFor(seed, count), bank.closingAngle]);
  const spare = bank.angles.filter((angle) => !used.has(angle));
  const leftOver = spare.flatMap((angle) => [...angle.beats, ...angle.light]);
  const domain = bank.domainBeats(topic.keywords);
  return {
    // In order: what comes later builds on what came first.
    K: slice(bank.knownBeats(topic.keywords)),
    A: [...(index === 0 ? fair(bank.openingWithOther) : []), ...angleBeats(ask)],
    S: slice(fair(style.beats.length > 2 * talking ? style.shortBeats : style.beats)),
    T: slice(shuffled(tone.beats, `${seed} tone`)),
    D: slice(shuffled(fair([...bank.askingBeats, ...domain]), `${seed} domain`)),
    C: [...dealt(bank.commonBeats, 'common'), ...dealt(leftOver, 'spare')],
  };
}

const share = (index: number, beats: Beat[], sections: number) =>
  Math.floor((index * beats.length) / sections);

/** A grave tone keeps the jokes for last, a merry one brings them forward. */
function angleBeats(ask: Ask): Beat[] {
  const { beats, light } = angleAt(ask);
  const order = `${ask.seed} angle ${ask.index}`;
  const fair = (list: Beat[]) => list.filter((beat) => isFillable(beat, ask.filling.topic));
  const [grave, merry] = [shuffled(fair(beats), order), shuffled(fair(light), order)];
  if (/^(?:serious|calm)$/i.test(ask.tone)) return [...grave, ...merry];
  if (/^(?:funny|energetic)$/i.test(ask.tone)) return [...merry, ...grave];
  return shuffled([...grave, ...merry], order);
}

/** Takes cards from the decks in the order of the pattern until all are gone. */
function* deal(pattern: string, decks: Decks): Generator<{ kind: string; beat: Beat }> {
  const left = Object.fromEntries(Object.entries(decks).map(([kind, beats]) => [kind, [...beats]]));
  while (Object.values(left).some((deck) => deck.length)) {
    for (const kind of pattern) {
      const beat = left[kind]?.shift();
      if (beat) yield { kind, beat };
    }
  }
}

type Speaks = (beat: Beat, mayTrade: boolean) => Turn[];

/**
 * Who says what. In an interview the host asks and in an explanation the newcomer does, always; in
 * the other styles the roles of a beat change hands so that the two take turns.
 */
function speakerOrder(style: string, filling: Filling): Speaks {
  let last: Side | undefined;
  return (beat, mayTrade) => {
    const collides = beat[0]?.side === last;
    const trades = style === 'explain' ? mayTrade : style !== 'interview' && mayTrade && collides;
    const turns = joinTurns(fillBeat(beat, trades, filling));
    last = turns.at(-1)?.side;
    return turns;
  };
}

/** The tone's own first, then this section's share of the others. */
function reactionsFor(ask: Ask, tone: bank.Tone): string[] {
  const { seed, index, count, filling } = ask;
  const mine = (texts: string[], name: string) =>
    shuffled(texts, `${seed} ${name}`).filter((_, place) => place % count === index);
  const isLast = index === count - 1;
  const texts = isLast
    ? shuffled(bank.closingSays, seed)
    : [...mine(tone.says, 'says'), ...mine(bank.reactions, 'reactions')];
  return texts.map((text) => fillText(text, hash(text) % 2 ? 'A' : 'B', filling));
}
