import { cleanText } from '../../../server/reading/web/cleanText.ts';
import { decodeText, readHtml } from '../../../server/reading/web/readHtml.ts';
import { articles } from '../../../standins/web/webPages.ts';
import { extract } from '../../../standins/web/wikiExtracts.ts';
import type { ReceiptsEpisode } from './episode.ts';

/** The pages are our own, so they are read in this process, without the product's deadlines. */
export function openPages() {
  const fetched = new Map<string, Promise<string | null>>();

  function fetchText(url: string): Promise<string | null> {
    const text = fetched.get(url) ?? readPage(url).catch(() => null);
    fetched.set(url, text);
    return text;
  }

  async function textOf(
    { kind, title, url, origin }: ReceiptsEpisode['sources'][number],
    attachedText: string | null,
  ) {
    if (kind === 'text') return attachedText;
    if (kind !== 'wikipedia') return fetchText(url ?? origin);
    const article = articles.find((page) => page.title === title);
    return article ? extract(article, null) : null;
  }

  return {
    /**
     * By the sources' numbers; null for a missing one. Pages are fetched again, articles come from
     * the stand-in wiki's data, and `attachedText` is what the listener pasted.
     */
    async read(
      sources: ReceiptsEpisode['sources'],
      attachedText: string | null,
    ): Promise<ReceiptsEpisode['pages']> {
      const read = sources.map(
        async (source) => [source.number, await textOf(source, attachedText)] as const,
      );
      return Object.fromEntries(await Promise.all(read));
    },
  };
}

async function readPage(url: string): Promise<string> {
  const reply = await fetch(url);
  const body = Buffer.from(await reply.arrayBuffer());
  return cleanText(readHtml(decodeText(body, reply.headers.get('content-type') ?? '')).text);
}
