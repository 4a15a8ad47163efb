import { useEffect, useEffectEvent, useState } from 'react';
import type { Podcast } from '#shared/episode.ts';

/** A stream that says nothing for so long is not relied on: a proxy may be holding it back, ms. */
const SILENCE = 8000;
/** How long after a refusal the stream is tried again, ms. */
const AGAIN = 30_000;

type EpisodeEvent = { podcast: Podcast };

/**
 * Has the server tell the owner of an episode's making (`GET /api/podcasts/:publicId/events`); `take`
 * gets what `GET` would have answered. Null has nothing told. True while the stream can be relied
 * on; whoever reads false asks for themselves, and nobody notices.
 */
export function useEpisodeEvents(
  publicId: string | null,
  onChange: (event: EpisodeEvent) => unknown,
): boolean {
  const [isStreaming, setStreaming] = useState(false);
  const onEvent = useEffectEvent(onChange);
  useEffect(() => {
    if (publicId === null || typeof EventSource === 'undefined') return;
    const end = follow(publicId, (event) => onEvent(event), setStreaming);
    return () => {
      end();
      setStreaming(false);
    };
  }, [publicId]);
  return isStreaming;
}

function follow(
  publicId: string,
  onChange: (event: EpisodeEvent) => unknown,
  setStreaming: (isStreaming: boolean) => void,
): () => void {
  let source: EventSource;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  async function handle(event: EpisodeEvent): Promise<void> {
    await onChange(event);
    setStreaming(true);
    clearTimeout(silence);
    silence = setTimeout(() => setStreaming(false), SILENCE);
  }
  function open(): void {
    source = new EventSource(`/api/podcasts/${encodeURIComponent(publicId)}/events`);
    source.addEventListener('podcast', ({ data }) => void handle(JSON.parse(data)));
    // Too many windows: the others are told, this one asks.
    source.addEventListener('full', retryLater);
    source.addEventListener('error', () => {
      setStreaming(false);
      // Otherwise the browser is opening it again by itself.
      if (source.readyState === EventSource.CLOSED) retryLater();
    });
  }
  function retryLater(): void {
    source.close();
    setStreaming(false);
    again = setTimeout(open, AGAIN);
  }

  open();
  return () => {
    source.close();
    clearTimeout(silence);
    clearTimeout(again);
  };
}
