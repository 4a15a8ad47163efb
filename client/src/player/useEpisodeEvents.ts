import { useEffect, useEffectEvent, useState } from 'react';
import type { Podcast } from '#shared/episode.ts';

/** Silence after which the stream counts as broken, ms: a proxy may be buffering it. */
const SILENCE = 8000;
/** Delay before a refused stream is opened again, ms. */
const RETRY_AFTER = 30_000;

/**
 * Returns false while the stream is unreliable: the caller must then poll. Null opens no stream.
 */
export function useEpisodeEvents(
  publicId: string | null,
  onChange: (event: { podcast: Podcast }) => unknown,
): boolean {
  const [isStreaming, setStreaming] = useState(false);
  const onEvent = useEffectEvent(onChange);
  useEffect(() => {
    if (publicId === null || typeof EventSource === 'undefined') return;
    const url = `/api/podcasts/${encodeURIComponent(publicId)}/events`;
    let source: EventSource;
    let silence: ReturnType<typeof setTimeout> | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;

    async function handle({ data }: MessageEvent<string>): Promise<void> {
      await onEvent(JSON.parse(data));
      setStreaming(true);
      clearTimeout(silence);
      silence = setTimeout(() => setStreaming(false), SILENCE);
    }
    function open(): void {
      source = new EventSource(url);
      source.addEventListener('podcast', (event) => void handle(event));
      // The server limits the streams of each owner; this window polls.
      source.addEventListener('full', retryLater);
      source.addEventListener('error', () => {
        setStreaming(false);
        // In any other state the browser reconnects by itself.
        if (source.readyState === EventSource.CLOSED) retryLater();
      });
    }
    function retryLater(): void {
      source.close();
      setStreaming(false);
      retry = setTimeout(open, RETRY_AFTER);
    }

    open();
    return () => {
      source.close();
      clearTimeout(silence);
      clearTimeout(retry);
      setStreaming(false);
    };
  }, [publicId]);
  return isStreaming;
}
