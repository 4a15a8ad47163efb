import { chance, pick } from './chance.ts';
import { rounded } from './figures.ts';

/** What a host adds to a sentence that somebody else has written; it claims nothing. */
const ASIDES = [
  ', mind you',
  ', believe it or not',
  ' (so it says)',
  ', as it happens',
  ' (no, really)',
];
/** How often a figure is made a round one, and an aside is added. */
const ROUNDED = 1 / 2;
const ASIDE = 1 / 6;

/**
 * A fact as it is said: in the words and figures of its source, now and then with a round figure or an
 * aside. The same words are always said alike.
 */
export function paraphrase(says: string): string {
  const draw = chance(`${says} told`);
  const round = draw() < ROUNDED ? rounded(says) : null;
  const aside = draw() < ASIDE ? pick(ASIDES, `${says} aside`) : null;
  return (round ?? says).replace(/(?=\.$)/, aside ?? '');
}
