import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { messageOf } from '../../api/client.ts';
import { replaceShareLink } from '../../api/podcasts.ts';
import { Button } from '../../ui/Button.tsx';
import { MenuRowButton } from '../../ui/MenuRow.tsx';
import { movePosition } from '../playbackStorage.ts';

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
    <section aria-label="Replace the link" className="border-t border-line pt-1.5">
      {state === 'closed' ? (
        <ul>
          <MenuRowButton
            icon={<RefreshCw aria-hidden size={22} />}
            value="The old one stops working for everyone you sent it to."
            onClick={() => setState('asking')}
          >
            Replace the link
          </MenuRowButton>
        </ul>
      ) : (
        <div className="flex flex-col gap-3 py-3">
          <p className="text-meta text-soft">
            The old one stops working for everyone you sent it to.
          </p>
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
