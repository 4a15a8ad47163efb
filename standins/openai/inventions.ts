import { chance, pick } from './chance.ts';

/** No source knows these people and figures. */
const FIRST = 'Marlow Greta Tibor Saskia Fenwick Ottoline Casimir Dagny Ludo Perpetua'.split(' ');
const LAST = 'Tennant Olufsen Grantley Voss Quillon Brackenridge Zeller Ashdown Mirov Pell'.split(
  ' ',
);

const CLAIMS = [
  '{name} put the figure at {number} percent.',
  'A survey by {name} counted {number} such cases.',
  '{name} needed {number} attempts before it worked.',
  'It cost {name} {number} pounds in all.',
  'In all, {name} found {number} of them.',
  'For {name}, {number} days were enough.',
];
/** Makes a true sentence say more than its source. */
const CAUSES = [
  ', because nobody wanted to pay for more',
  ', because the winters had been mild',
  ', because it was the cheaper way',
  ', because the law had asked for it',
];
const RANKS = [
  ', more than anywhere else',
  ', the best that was ever measured',
  ', the first of its kind',
  ', the most that anybody has seen',
];

export const inventedCause = (seed: string): string => pick(CAUSES, `${seed} cause`) ?? '';
export const inventedRank = (seed: string): string => pick(RANKS, `${seed} rank`) ?? '';
export const inventedName = (seed: string): string => nameBy(chance(`${seed} name`));

function nameBy(next: () => number): string {
  const one = (of: string[]) => of[Math.floor(next() * of.length)] ?? '';
  return `${one(FIRST)} ${one(LAST)}`;
}

export function inventedClaim(seed: string): string {
  const next = chance(`${seed} invented`);
  const template = CLAIMS[Math.floor(next() * CLAIMS.length)] ?? '';
  const number = String(21 + Math.floor(next() * 970));
  return template.replace('{name}', nameBy(next)).replace('{number}', number);
}
