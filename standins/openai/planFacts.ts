import { webPages } from '../web/webPages.ts';
import { isEnglish } from './english.ts';
import { siteOf } from './siteOf.ts';
import type { SourcedFact } from './spec.ts';

const OPENING = 3;

const disputes = webPages.flatMap(({ facts }) => facts.filter(({ disputed }) => disputed));

/**
 * Keeps the facts of a source together: two or three in the opening, none in the closing. What
 * exceeds the `limits` of all sections goes to the last middle one.
 */
export function planFacts(facts: SourcedFact[], limits: number[]): SourcedFact[][] {
  const left = [...Map.groupBy(facts, ({ from }) => from).values()].flat();
  const middle = limits.slice(1, -1);
  if (!middle.length) return [left, []];
  const opening = left.splice(0, left.length > 2 * limits.length ? OPENING : OPENING - 1);
  const sections = middle.map((room, at) =>
    left.splice(0, at === middle.length - 1 ? left.length : room),
  );
  return [opening, ...sections, []];
}

export const evenLimits = (facts: SourcedFact[], sections: number): number[] =>
  Array(sections).fill(Math.ceil(Math.max(0, facts.length - OPENING) / Math.max(1, sections - 2)));

export function contradictionsIn(facts: SourcedFact[]) {
  const about = Map.groupBy(
    facts,
    ({ quote }) => disputes.find(({ sentence }) => quote.includes(sentence))?.disputed,
  );
  about.delete(undefined);
  return [...about.values()]
    .filter((each) => each.length > 1)
    .flatMap((each) => {
      const numbers = each.map(({ fact }) => fact);
      return numbers.map((fact) => ({
        fact,
        what: '',
        against: numbers.filter((other) => other !== fact),
      }));
    });
}

const FORMS = ['What {site} says', 'More from {site}', 'The rest of {site}'];

export function titlesFor(sections: SourcedFact[][]): (string | undefined)[] {
  const taken = new Set<string>();
  return sections.map((section) => {
    const first = section.find(({ says }) => isEnglish(says));
    const site = first && siteOf(first);
    const titles = site ? FORMS.map((form) => form.replace('{site}', site)) : [];
    const title = titles.find((each) => !taken.has(each));
    if (title) taken.add(title);
    return title;
  });
}
