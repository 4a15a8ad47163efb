import { useEffect, useEffectEvent, useState } from 'react';
import type { Podcast } from '#shared/episode.ts';

/** A stream that says nothing for so long is not relied on: a proxy may be holding it back, ms. */
const SILENCE = 8000;
/** How long after a refusal the stream is tried again, ms. */
const AGAIN = 30_000;

type Told = { podcast: Podcast };

/**
 * Has the server tell the owner of an episode's making (`GET /api/podcasts/:publicId/events`); `take`
 * gets what `GET` would have answered. Null has nothing told. True while the stream can be relied
 * on; whoever reads false asks for themselves, and nobody notices.
 */
export function useTold(publicId: string | null, take: (told: Told) => unknown): boolean {
  const [isTold, setTold] = useState(false);
  const onTold = useEffectEvent(take);
  useEffect(() => {
    if (publicId === null || typeof EventSource === 'undefined') return;
    const end = follow(publicId, (told) => onTold(told), setTold);
    return () => {
      end();
      setTold(false);
    };
  }, [publicId]);
  return isTold;
}

function follow(
  publicId: string,
  take: (told: Told) => unknown,
  setTold: (isTold: boolean) => void,
): () => void {
  let source: EventSource;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  async function hear(told: Told): Promise<void> {
    await take(told);
    setTold(true);
    clearTimeout(silence);
    silence = setTimeout(() => setTold(false), SILENCE);
  }
  function open(): void {
    source = new EventSource(`/api/podcasts/${encodeURIComponent(publicId)}/events`);
    source.addEventListener('podcast', ({ data }) => void hear(JSON.parse(data)));
    // Too many windows: the others are told, this one asks.
    source.addEventListener('full', retryLater);
    source.addEventListener('error', () => {
      setTold(false);
      // Otherwise the browser is opening it again by itself.
      if (source.readyState === EventSource.CLOSED) retryLater();
    });
  }
  function retryLater(): void {
    source.close();
    setTold(false);
    again = setTimeout(open, AGAIN);
  }

  open();
  return () => {
    source.close();
    clearTimeout(silence);
    clearTimeout(again);
  };
}
