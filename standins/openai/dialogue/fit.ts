import type { Side, Turn } from './bank.ts';

/** The longest turn that still sounds like one, in characters. */
const LONGEST = 330;
/** Words that a reaction or a turning brings, about. */
const WORDS_AN_EXTRA = 7;
/** Words that most beats are turned to with. */
const WORDS_A_LEAD = 5;
/** Fewer words than this are part of a section, and another request will go on with it. */
const PIECE = 190;

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

/** A beat in its place in a section, with what may be said around it. */
export interface Unit {
  /** `open` greets, an `arc` is built on by later ones, a `beat` can be left out. */
  kind: 'open' | 'arc' | 'beat';
  turns: Turn[];
  /** A few words with which its first host may turn to it. */
  lead: string | null;
  /** What the other host may say after it. These are its own: no other unit has them. */
  reactions: string[];
}

/**
 * What it costs to leave a beat out, to stop one after an answer, and to stop one where something
 * is left hanging; `most` beats may be left out. What a piece leaves out is lost to the next one,
 * what it breaks off is not.
 */
const PRICES = {
  piece: { skip: 6, cut: 1, hang: 6, most: 2 },
  whole: { skip: 2, cut: 3, hang: Number.POSITIVE_INFINITY, most: 99 },
};

interface Choice {
  units: Unit[];
  left: number;
  cost: number;
}

/**
 * Takes beats from the front until the words asked for are reached as nearly as whole beats, with
 * a few turnings and reactions between them, can. Every beat is taken whole, but for the last,
 * which may stop early at an answer.
 */
export function fitWords(units: Unit[], words: number): Turn[] {
  const taken: Unit[] = [];
  let left = words;
  const price = words < PIECE ? PRICES.piece : PRICES.whole;
  let best: Choice = { units: [], left: words, cost: Number.POSITIVE_INFINITY };
  const consider = (last: Unit | null, skipped: number, cut: number) => {
    const chosen = last ? [...taken, last] : [...taken];
    const missing = left - (last ? length(last.turns) : 0);
    const cost = costOf(missing, chosen.length) + skipped * price.skip + cut;
    if (cost < best.cost) best = { units: chosen, left: missing, cost };
  };
  let skipped = 0;
  for (const unit of units) {
    for (const { form, hangs } of shorterForms(unit)) {
      const cut = hangs ? price.hang : price.cut;
      if (length(form.turns) <= left) consider(form, skipped, cut);
    }
    if (length(unit.turns) > left) {
      skipped += unit.kind === 'beat' ? 1 : 4;
      if (skipped > price.most) break;
      continue;
    }
    consider(unit, skipped, 0);
    if (skipped === 0) {
      taken.push(unit);
      left -= length(unit.turns);
    }
  }
  consider(null, 0, 0);
  return weave(best.units, best.units.length ? best.units : units.slice(0, 1), best.left);
}

/** What it costs the conversation when so many words have to be found around so many beats. */
function costOf(missing: number, beats: number): number {
  const wanted = beats * WORDS_A_LEAD;
  const extras = Math.ceil(missing / WORDS_AN_EXTRA);
  const tooMany = Math.max(0, extras - Math.max(2, beats * 1.5));
  return Math.abs(missing - wanted) / 4 + tooMany * 20;
}

/** The beginnings of a beat; one that ends with an answer leaves nothing hanging. */
function shorterForms(unit: Unit): { form: Unit; hangs: boolean }[] {
  const { turns } = unit;
  return turns.slice(0, -1).map(({ side, text }, index) => ({
    form: { ...unit, turns: turns.slice(0, index + 1) },
    hangs: side === turns[0]?.side || !/[.!]["']?$/.test(text),
  }));
}

/** Something short that may be said before or after a beat. */
interface Extra {
  text: string;
  unit: number;
  isLead: boolean;
}

/** Says the beats, with the extras of `owners` that come nearest to the words still missing. */
function weave(units: Unit[], owners: Unit[], missing: number): Turn[] {
  const extras = owners.flatMap(({ lead, reactions }, unit): Extra[] => [
    ...(lead && units.length ? [{ text: lead, unit, isLead: true }] : []),
    ...reactions.map((text) => ({ text, unit, isLead: false })),
  ]);
  const chosen = chooseExtras(extras, missing);
  const after = (at: number) => chosen.filter(({ unit, isLead }) => unit === at && !isLead);
  if (!units.length) return react([], after(0));
  const said = units.flatMap(({ turns }, at) => {
    const lead = chosen.find(({ unit, isLead }) => unit === at && isLead);
    const led = lead && turns[0] ? [{ side: turns[0].side, text: lead.text }, ...turns] : turns;
    return react(joinTurns(led), after(at));
  });
  return joinTurns(said);
}

/** Lets the host who did not speak last react; a second reaction is the other one's. */
function react(turns: Turn[], reactions: Extra[]): Turn[] {
  const said = [...turns];
  for (const { text } of reactions) {
    const side: Side = said.at(-1)?.side === 'A' ? 'B' : 'A';
    said.push({ side, text });
  }
  return said;
}

/** Two reactions to one beat are one too many, but better than a budget that is missed. */
const COST = { lead: 1, reaction: 2, again: 5 };

/** The cheapest extras whose words come nearest to `missing`. */
function chooseExtras(extras: Extra[], missing: number): Extra[] {
  interface Pick {
    extras: Extra[];
    cost: number;
  }
  const reached = new Map<number, Pick>([[0, { extras: [], cost: 0 }]]);
  for (const extra of extras) {
    for (const [sum, pick] of [...reached]) {
      const next = sum + countWords(extra.text);
      const isAgain = pick.extras.some(({ unit, isLead }) => unit === extra.unit && !isLead);
      const price = extra.isLead ? COST.lead : isAgain ? COST.again : COST.reaction;
      const known = reached.get(next);
      if (next > missing || (known && known.cost <= pick.cost + price)) continue;
      reached.set(next, { extras: [...pick.extras, extra], cost: pick.cost + price });
    }
  }
  const nearest = [...reached.keys()].sort((one, other) => other - one)[0] ?? 0;
  return reached.get(nearest)?.extras ?? [];
}
