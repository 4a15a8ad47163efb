import type { ReadFact, ReceiptsEpisode } from './episode.ts';

const collapsed = (text: string) => text.replace(/\s+/g, ' ');

/** Returns facts whose quote does not stand in the text of their source, white space apart. */
export function unfoundQuotes({
  facts,
  pages,
}: Pick<ReceiptsEpisode, 'facts' | 'pages'>): ReadFact[] {
  return facts.filter(({ source, quote }) => {
    const page = pages[source];
    return !quote || !page || !collapsed(page).includes(collapsed(quote));
  });
}
