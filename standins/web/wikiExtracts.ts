import { html } from '../pages.ts';
import type { WebPage } from './webPages.ts';
import type { WikiRequest } from './wikiRequest.ts';

/** The most extracts in one answer. */
const EXTRACTS = { whole: 1, intro: 20 };

/** `next` gets where to go on. */
export function extractsOf(
  request: WikiRequest,
  pages: WebPage[],
  next: Record<string, number | string>,
): Map<WebPage, string> {
  const isIntro = request.has('exintro');
  const wanted = request.number('exlimit', [1, EXTRACTS.intro]) ?? EXTRACTS.intro;
  const most = isIntro ? EXTRACTS.intro : EXTRACTS.whole;
  if (wanted > most && request.has('exlimit')) {
    const words = `"exlimit" was too large for a whole article extracts request, lowered to ${most}.`;
    request.warn('extracts', words);
  }
  const start = request.number('excontinue', [0, 500]) ?? 0;
  const end = start + Math.min(wanted, most);
  if (end < pages.length) next.excontinue = end;
  const sentences = request.number('exsentences', [1, 10]);
  const isPlain = request.has('explaintext');
  return new Map(
    pages.slice(start, end).map((page) => {
      const text = extract(
        isIntro ? { ...page, sections: page.sections.slice(0, 1) } : page,
        sentences,
      );
      return [page, isPlain ? text : asHtml(text)];
    }),
  );
}

export function extract({ sections }: WebPage, sentences: number | null): string {
  if (sentences) {
    const all = sections.flatMap(({ facts }) => facts.map(({ sentence }) => sentence));
    return all.slice(0, sentences).join(' ');
  }
  return sections
    .map(({ heading, facts }) => {
      const text = facts.map(({ sentence }) => sentence).join(' ');
      return heading ? `\n\n\n== ${heading} ==\n${text}` : text;
    })
    .join('');
}

const asHtml = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, heading] = /^== (.+) ==$/.exec(line) ?? [];
      return heading ? html`<h2>${heading}</h2>`.html : html`<p>${line}</p>`.html;
    })
    .join('\n');
