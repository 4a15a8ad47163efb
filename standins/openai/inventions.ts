import { chance } from './chance.ts';

/** People and figures that no source knows. */
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
const OPINIONS = [
  'I think {name} was right to stop at {number}.',
  "If you ask me, {name}'s {number} pages say it better.",
  'To my mind {name} is worth {number} of the others.',
  "I'd trust {name}, who tried it {number} times.",
];

export const inventedClaim = (seed: string): string => filled(CLAIMS, seed);
export const inventedOpinion = (seed: string): string => filled(OPINIONS, seed);

export const inventedName = (seed: string): string => nameBy(chance(`${seed} name`));

function nameBy(next: () => number): string {
  const one = (of: string[]) => of[Math.floor(next() * of.length)] ?? '';
  return `${one(FIRST)} ${one(LAST)}`;
}

function filled(templates: string[], seed: string): string {
  const next = chance(`${seed} invented`);
  const template = templates[Math.floor(next() * templates.length)] ?? '';
  const number = String(21 + Math.floor(next() * 970));
  return template.replace('{name}', nameBy(next)).replace('{number}', number);
}
