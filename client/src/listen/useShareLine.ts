import { useCallback } from 'react';
import type { Listening } from '#shared/episode.ts';
import type { Transcript } from '#shared/script.ts';
import { shareQuote } from '../player/share/shareQuote.ts';
import { useToast } from '../ui/Toast.tsx';

export function useShareLine({ token, title }: Listening['episode']) {
  const { toast } = useToast();
  return useCallback(
    async (segment: Transcript['segments'][number]) => {
      const outcome = await shareQuote({ token, title }, segment);
      if (outcome === 'copied') toast({ title: 'Line copied, with a link to it' });
      if (outcome === 'failed') {
        toast({ kind: 'destructive', title: 'This browser won’t let us copy' });
      }
    },
    [toast, token, title],
  );
}
