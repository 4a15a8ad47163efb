import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { messageOf } from '../../api/client.ts';
import { replaceShareLink } from '../../api/podcasts.ts';
import { Button } from '../../ui/Button.tsx';
import { movePosition } from '../playbackStorage.ts';

/** Lets the owner replace a link that has spread too far. */
export function ReplaceLink({ token, publicId }: { token: string; publicId: string }) {
  const [, navigate] = useLocation();
  const { mutateAsync: replaceIt } = useMutation(replaceShareLink);
  const [state, setState] = useState<'closed' | 'asking' | 'replacing'>('closed');
  const [error, setError] = useState('');

  async function replace() {
    setState('replacing');
    setError('');
    try {
      const { podcast } = await replaceIt(publicId);
      const link = new URL(podcast.listenUrl, location.origin);
      movePosition(token, link.searchParams.get('episode') ?? '');
      navigate(podcast.listenUrl, { replace: true });
    } catch (error) {
      setError(messageOf(error));
      setState('asking');
    }
  }

  return (
    <section aria-label="Replace the link" className="border-t border-line pt-3">
      <p className="text-meta text-soft">
        Replace the link, and the old one stops working for everyone you sent it to.
      </p>
      {state === 'closed' ? (
        <Button kind="quiet" onClick={() => setState('asking')} className="-mx-1">
          Replace the link
        </Button>
      ) : (
        <div className="mt-3 flex flex-col gap-3">
          <p role="alert" className="font-semibold text-err empty:hidden">
            {error}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button
              autoFocus
              onClick={() => void replace()}
              pending={state === 'replacing'}
              pendingLabel="Replacing..."
            >
              Replace it
            </Button>
            <Button kind="quiet" onClick={() => setState('closed')}>
              Keep the old one
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
