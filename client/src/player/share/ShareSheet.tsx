import { useMutation } from '@tanstack/react-query';
import { Check, CodeXml, Copy, Download, RefreshCw, Share } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { clock } from '#shared/clock.ts';
import type { Listening } from '#shared/episode.ts';
import { messageOf } from '../../api/client.ts';
import { replaceShareLink } from '../../api/podcasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { classes } from '../../ui/classes.ts';
import { copyText } from '../../ui/copyText.ts';
import { MenuFile, MenuList, MenuRowButton } from '../../ui/MenuRow.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { movePosition } from '../deck/playNow.ts';
import { embedCode, linkTo } from './shareLinks.ts';

type ShareSheetProps = {
  episode: Pick<Listening['episode'], 'token' | 'title' | 'audioUrl' | 'publicId'>;
  /** Returns the current second of playback. */
  time: () => number;
  open: boolean;
  onClose: () => void;
};

type Copied = 'no' | 'yes' | 'by hand';

const copy = async (text: string): Promise<Copied> => ((await copyText(text)) ? 'yes' : 'by hand');

type State = { now: number; fromNow: boolean; link: Copied; frame: Copied };
const FRESH: State = { now: 0, fromNow: false, link: 'no', frame: 'no' };

export default function ShareSheet({ episode, time, open, onClose }: ShareSheetProps) {
  const { token, title, audioUrl, publicId } = episode;
  const [wasOpen, setWasOpen] = useState(false);
  const [{ now, fromNow, link, frame }, setState] = useState(FRESH);
  const change = (to: Partial<State>) => setState((state) => ({ ...state, ...to }));
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setState({ ...FRESH, now: Math.floor(time()) });
  }
  const url = linkTo(token, fromNow ? now : null);
  const canShare = 'share' in navigator;
  const copyLink = async () => change({ link: await copy(url) });
  // Closing the system's sheet rejects the promise.
  const share = () => navigator.share({ title, url }).catch(() => undefined);

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Who should hear this?"
      small
      footer={
        <Button kind="main" wide onClick={canShare ? share : copyLink}>
          {canShare ? <Share aria-hidden size={22} /> : <CopyIcon copied={link} />}
          {canShare ? 'Share...' : copyLabel(link)}
        </Button>
      }
    >
      <p
        className={classes(
          'well px-4 py-3 text-meta select-all',
          link === 'by hand' ? '[overflow-wrap:anywhere]' : 'truncate',
        )}
      >
        {url}
      </p>
      <p role="status" className="mt-2 text-meta text-soft">
        {link === 'by hand'
          ? 'This browser won’t let us copy. Press and hold the link above.'
          : 'Anyone with it can listen. No account needed.'}
      </p>
      {now > 0 && (
        <Checkbox
          checked={fromNow}
          onChange={(checked) => change({ fromNow: checked, link: 'no' })}
        >
          Start at {clock(now)}
        </Checkbox>
      )}
      <div className="mt-3 border-t border-line pt-1.5">
        <MenuList>
          {canShare && (
            <MenuRowButton icon={<CopyIcon copied={link} />} onClick={() => void copyLink()}>
              {copyLabel(link)}
            </MenuRowButton>
          )}
          {audioUrl && (
            <MenuFile icon={<Download aria-hidden size={22} />} href={`${audioUrl}?download=1`}>
              Download MP3
            </MenuFile>
          )}
          <MenuRowButton
            icon={
              frame === 'yes' ? <Check aria-hidden size={22} /> : <CodeXml aria-hidden size={22} />
            }
            onClick={async () => change({ frame: await copy(embedCode(episode)) })}
          >
            {frame === 'yes' ? 'Copied for your site' : 'Copy the embed code'}
          </MenuRowButton>
        </MenuList>
        {frame === 'by hand' && (
          <p className="well mb-3 px-4 py-3 text-meta [overflow-wrap:anywhere] select-all">
            {embedCode(episode)}
          </p>
        )}
        {publicId && <ReplaceLink token={token} publicId={publicId} />}
      </div>
    </Sheet>
  );
}

const copyLabel = (copied: Copied) => (copied === 'yes' ? 'Copied' : 'Copy the link');

function CopyIcon({ copied }: { copied: Copied }) {
  const Icon = copied === 'yes' ? Check : Copy;
  return <Icon aria-hidden size={22} />;
}

const WARNING = 'The old one stops working for everyone you sent it to.';

function ReplaceLink({ token, publicId }: { token: string; publicId: string }) {
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
            value={WARNING}
            onClick={() => setState('asking')}
          >
            Replace the link
          </MenuRowButton>
        </ul>
      ) : (
        <div className="flex flex-col gap-3 py-3">
          <p className="text-meta text-soft">{WARNING}</p>
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
