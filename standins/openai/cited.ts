import type { Found } from '../web/find.ts';
import type { WebPage } from '../web/webPages.ts';

/** One sentence that a search found, and the address that is cited for it. */
interface Citation {
  page: WebPage;
  url: string;
  sentence: string;
}

const NOTHING = 'I found nothing on that.';

/** OpenAI's mark on every address that it cites. */
const MARK = '?utm_source=openai';

/** `root` is the stand-in web's address. */
export const citationsOf = (found: Found[], root: string): Citation[] =>
  found.flatMap(({ page, facts }) =>
    facts.map(({ sentence }) => ({ page, url: `${root}${page.path}${MARK}`, sentence })),
  );

/** The answer with its citations: prose with a link behind each sentence, which the citation spans. */
export function writeAnswer(citations: Citation[]) {
  const annotations: ReturnType<typeof annotation>[] = [];
  let text = citations.length ? '' : NOTHING;
  let before: WebPage | undefined;
  for (const citation of citations) {
    const { page, sentence, url } = citation;
    if (text) text += page === before ? ' ' : '\n\n';
    text += `${sentence} `;
    const link = `([${page.site}](${url}))`;
    annotations.push(annotation(citation, text.length, text.length + link.length));
    text += link;
    before = page;
  }
  return { text, annotations };
}

const annotation = ({ page, url }: Citation, start: number, end: number) => ({
  type: 'url_citation' as const,
  start_index: start,
  end_index: end,
  title: page.title,
  url,
});
