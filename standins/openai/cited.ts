import type { Found } from '../web/find.ts';
import type { WebPage } from '../web/webPages.ts';

interface Citation {
  page: WebPage;
  url: string;
  sentence: string;
}

const NOTHING = 'I found nothing on that.';

/** OpenAI adds this to every address that it cites. */
const MARK = '?utm_source=openai';

export const citationsOf = (found: Found[], root: string): Citation[] =>
  found.flatMap(({ page, facts }) =>
    facts.map(({ sentence }) => ({ page, url: `${root}${page.path}${MARK}`, sentence })),
  );

/** A citation spans the link behind its sentence. */
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
