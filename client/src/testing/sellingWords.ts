/** Words of buying, which no screen of a house may show. */
const SELLING =
  /\$|\b(pric(e|es|ing)|pay|pays|paid|paying|payment|buy|buys|buyer|bought|purchases?|checkout|order(s|ed)?|refunds?|refunded|paddle|card|receipts?|discounts?|codes?|tax|bonus|free|charged?|invoice|money)\b/gi;

export const sellingWordsIn = (text: string): string[] =>
  (text.match(SELLING) ?? []).map((word) => word.toLowerCase());

/** Everything that a page shows or has read out: texts and labels. */
export function textOf(html: string): string {
  const page = html.replaceAll(/<\/?noscript>/g, '');
  const root = new DOMParser().parseFromString(page, 'text/html').body;
  const labels = [...root.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((one) =>
    ['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? ''),
  );
  // Not textContent alone, in which neighbouring words would run together.
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
  return [...texts, ...labels].join(' ');
}
