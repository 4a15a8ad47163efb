import { useCallback } from 'react';
import type { Listening } from '#shared/episode.ts';
import type { Transcript } from '#shared/script.ts';
import { linkTo } from '../player/share/shareLinks.ts';
import { copyText } from '../ui/copyText.ts';
import { useToast } from '../ui/Toast.tsx';

/** Shares a line by the system's sheet, or copies it where there is none. */
export function useShareLine({ token, title }: Listening['episode']) {
  const { toast } = useToast();
  return useCallback(
    async ({ body, speaker, startTime }: Transcript['segments'][number]) => {
      const text = `“${body}” — ${speaker}, ${title}`;
      const url = linkTo(token, Math.floor(startTime));
      if ('share' in navigator) {
        // Closing the sheet rejects the promise, too.
        await navigator.share({ text, url }).catch(() => undefined);
      } else if (await copyText(`${text}\n${url}`)) {
        toast({ title: 'Line copied, with a link to it' });
      } else {
        toast({ kind: 'destructive', title: 'This browser won’t let us copy' });
      }
    },
    [toast, token, title],
  );
}
