import type { Listening } from '#shared/episode.ts';
import type { Transcript } from '#shared/script.ts';
import { copyText } from '../../ui/copyText.ts';
import { linkTo } from './shareLinks.ts';

type Segment = Transcript['segments'][number];
type Episode = Pick<Listening['episode'], 'token' | 'title'>;

function quoteOf({ token, title }: Episode, { body, speaker, startTime }: Segment) {
  return {
    text: `“${body}” — ${speaker}, ${title}`,
    url: linkTo(token, Math.floor(startTime)),
  };
}

export async function shareQuote(
  episode: Episode,
  segment: Segment,
): Promise<'shared' | 'copied' | 'failed'> {
  const quote = quoteOf(episode, segment);
  if ('share' in navigator) {
    // Closing the sheet rejects the promise, too.
    await navigator.share(quote).catch(() => undefined);
    return 'shared';
  }
  return (await copyText(`${quote.text}\n${quote.url}`)) ? 'copied' : 'failed';
}
