import { type Fact, type WebPage, webPages } from './webPages.ts';

/** `facts` share most with the question, in the page's order. */
export interface Found {
  page: WebPage;
  facts: Fact[];
}

const SMALL = new Set(
  `the and for you your are was were does did can could would should will have has had how why what when
  where who which there that this they them their his her its with without from into about than then
  not one all any other others most many much more some worth back make made come und der die das ein
  eine wie was warum ist los las una que por con del para como`.split(/\s+/),
);
const FACTS = 3;
/** A found page has more than this share of the best score. */
const LEAST = 0.35;
/** A word in the title counts as much as three in the text. */
const TITLE = 3;

/** A page must share a word in its title or subject, or two in its text. */
export function findPages(question: string, among: WebPage[] = webPages): Found[] {
  const asked = new Set(stemsOf(question));
  const all = among.map((page) => {
    const title = new Set(stemsOf(`${page.title} ${page.subject}`));
    const facts = page.facts.map((fact) => ({ fact, stems: new Set(stemsOf(fact.sentence)) }));
    return { page, title, facts, stems: new Set(facts.flatMap(({ stems }) => [...stems])) };
  });
  const weights = new Map(
    [...asked].map((word) => {
      const pages = all.filter(({ stems, title }) => stems.has(word) || title.has(word)).length;
      return [word, Math.log((1 + among.length) / (1 + pages))];
    }),
  );
  const weigh = (stems: Set<string>) =>
    [...asked.intersection(stems)].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
  return all
    .filter(
      ({ title, stems }) => asked.intersection(title).size || asked.intersection(stems).size > 1,
    )
    .map((each) => ({ ...each, score: TITLE * weigh(each.title) + weigh(each.stems) }))
    .toSorted((one, other) => other.score - one.score)
    .filter(({ score }, _, [best]) => score > (best?.score ?? 0) * LEAST)
    .map(({ page, facts }) => {
      const best = facts.toSorted((one, other) => weigh(other.stems) - weigh(one.stems));
      const chosen = new Set(best.slice(0, FACTS).map(({ fact }) => fact));
      return { page, facts: page.facts.filter((fact) => chosen.has(fact)) };
    });
}

/** "yawning" finds "yawns". */
function stemsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]{3,}/gu) ?? [])
    .filter((word) => !SMALL.has(word))
    .map((word) => word.replace(/(?:ing|es|ed|(?<![us])s|e|en)$/, '').slice(0, 7));
}
