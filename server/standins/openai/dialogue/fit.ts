import type { Side, Turn } from './bank.ts';

/** The longest turn that still sounds like one. */
const LONGEST = 330;
/** A reaction every other beat is lively, more of them is a tic. */
const WORDS_A_REACTION = 9;

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** Spoken words of all turns. */
export function length(turns: Turn[]): number {
  return turns.reduce((sum, turn) => sum + countWords(turn.text), 0);
}

/** Two turns of one host in a row become one, as long as it stays sayable. */
export function joinTurns(turns: Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.side === turn.side && last.text.length + turn.text.length < LONGEST) {
      joined[joined.length - 1] = { side: turn.side, text: `${last.text} ${turn.text}` };
    } else joined.push(turn);
  }
  return joined;
}

/** A beat in its place; `arc` marks one that others build on. */
export interface Unit {
  turns: Turn[];
  arc: boolean;
}

interface Choice {
  units: Turn[][];
  left: number;
  cost: number;
}

/**
 * Takes beats from the front until the words asked for are reached as nearly as whole beats and a
 * few reactions between them can. Every beat is taken whole, but for the last, which may stop early
 * at a statement.
 */
export function fitWords(units: Unit[], reactions: string[], words: number): Turn[] {
  const taken: Turn[][] = [];
  let left = words;
  let best: Choice = { units: [], left: words, cost: Number.POSITIVE_INFINITY };
  const consider = (last: Turn[] | null, skipped: number, isCut: boolean) => {
    const chosen = last ? [...taken, last] : [...taken];
    const missing = left - (last ? length(last) : 0);
    const cost = costOf(missing, chosen.length) + skipped * 2 + (isCut ? 3 : 0);
    if (cost < best.cost) best = { units: chosen, left: missing, cost };
  };
  let skipped = 0;
  for (const { turns, arc } of units) {
    for (const cut of shorterForms(turns)) if (length(cut) <= left) consider(cut, skipped, true);
    if (length(turns) > left) {
      skipped += arc ? 4 : 1;
      continue;
    }
    consider(turns, skipped, false);
    if (skipped === 0) {
      taken.push(turns);
      left -= length(turns);
    }
  }
  consider(null, 0, false);
  return weave(best.units, chooseReactions(reactions, best.left, best.units.length));
}

/** What it costs the conversation to fill `missing` words with reactions at so many places. */
function costOf(missing: number, places: number): number {
  const needed = Math.ceil(missing / WORDS_A_REACTION);
  const tooMany = Math.max(0, needed - Math.max(1, places));
  return needed * 3 + tooMany * 20 + (missing < 2 ? missing * 4 : 0);
}

/** A beat may end early after an answer that leaves nothing hanging. */
function shorterForms(unit: Turn[]): Turn[][] {
  return unit.flatMap((turn, index) =>
    index > 0 &&
    index < unit.length - 1 &&
    turn.side !== unit[0]?.side &&
    /[.!]["']?$/.test(turn.text)
      ? [unit.slice(0, index + 1)]
      : [],
  );
}

/** The fewest reactions whose words come nearest to `missing`. */
function chooseReactions(reactions: string[], missing: number, places: number): string[] {
  const most = Math.max(2, places + 1);
  const reached = new Map<number, string[]>([[0, []]]);
  for (const reaction of reactions.slice(0, 24)) {
    const size = countWords(reaction);
    for (const [sum, list] of [...reached]) {
      const next = sum + size;
      const known = reached.get(next);
      if (next > missing || list.length >= most) continue;
      if (!known || known.length > list.length + 1) reached.set(next, [...list, reaction]);
    }
  }
  const nearest = [...reached.keys()].sort((one, other) => other - one)[0] ?? 0;
  return reached.get(nearest) ?? [];
}

/** Puts the reactions between the beats, where one host has just had the last word. */
function weave(units: Turn[][], reactions: string[]): Turn[] {
  if (!units.length) return reactions.map((text, index) => ({ side: index % 2 ? 'B' : 'A', text }));
  const places = spread(units.length, reactions.length);
  const turns: Turn[] = [];
  let next = 0;
  for (const [index, unit] of units.entries()) {
    turns.push(...unit);
    for (let count = places[index] ?? 0; count > 0; count--) {
      const text = reactions[next++];
      if (text) turns.push({ side: otherSide(turns.at(-1)?.side), text });
    }
  }
  return turns;
}

/** How many of `count` go after each of `units`, the last ones first. */
function spread(units: number, count: number): number[] {
  const places = Array.from({ length: units }, () => 0);
  for (let index = 0; index < count; index++) {
    const at = units - 1 - (index % units);
    places[at] = (places[at] ?? 0) + 1;
  }
  return places;
}

function otherSide(side: Side | undefined): Side {
  return side === 'A' ? 'B' : 'A';
}
