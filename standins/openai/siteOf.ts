import type { SourcedFact } from './spec.ts';

export function siteOf({ from }: SourcedFact): string | null {
  // The kind of paper and how much of it was read stand in brackets at the end.
  const parts = from.replace(/ \([^()]*\)$/, '').split(', ');
  const named = /^\d{4}(?:-\d\d)*$/.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
  const site = named.length > 1 ? (named.at(-1) ?? '') : '';
  const isName = /^\p{Lu}[\p{L}\d'’& -]{1,39}$/u.test(site) && site.split(' ').length <= 5;
  return isName ? site : null;
}
