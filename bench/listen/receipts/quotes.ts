import type { ReadFact, ReceiptsEpisode } from './episode.ts';

const collapsed = (text: string) => text.replace(/\s+/g, ' ');

/** The facts whose quote does not stand, letter by letter, in the text of their source. */
export function unfoundQuotes({
  facts,
  pages,
}: Pick<ReceiptsEpisode, 'facts' | 'pages'>): ReadFact[] {
  return facts.filter(({ source, quote }) => {
    const page = pages[source];
    return !quote || !page || !collapsed(page).includes(collapsed(quote));
  });
}
