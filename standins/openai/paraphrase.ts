import { chance, pick } from './chance.ts';
import { rounded } from './figures.ts';

const ASIDES = [
  ', mind you',
  ', believe it or not',
  ' (so it says)',
  ', as it happens',
  ' (no, really)',
];
const ROUNDED = 1 / 2;
const ASIDE = 1 / 6;

/** The same words are always said alike. */
export function paraphrase(says: string): string {
  const draw = chance(`${says} told`);
  const round = draw() < ROUNDED ? rounded(says) : null;
  const aside = draw() < ASIDE ? pick(ASIDES, `${says} aside`) : null;
  return (round ?? says).replace(/(?=\.$)/, aside ?? '');
}
