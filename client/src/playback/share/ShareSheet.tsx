import { Check, CodeXml, Copy, Share } from 'lucide-react';
import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { Listening } from '#shared/episode.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { classes } from '../../ui/classes.ts';
import { DownloadLink } from '../../ui/DownloadLink.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { copyText } from './copyText.ts';
import { embedCode, linkTo } from './links.ts';
import { ReplaceLink } from './ReplaceLink.tsx';

type Episode = Pick<Listening['episode'], 'token' | 'title' | 'audioUrl' | 'publicId'>;

type ShareSheetProps = {
  /** With its public id, its link can be replaced. */
  episode: Episode;
  /** Where playback is now, s. */
  time: () => number;
  open: boolean;
  onClose: () => void;
};

/** Offers the system's share sheet if there is one, the link, the file and the embed code. */
export function ShareSheet({ episode, time, open, onClose }: ShareSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Who should hear this?" small>
      {open && <ShareOptions episode={episode} time={time} />}
    </Sheet>
  );
}

type Copied = 'no' | 'yes' | 'by hand';

function ShareOptions({ episode, time }: Pick<ShareSheetProps, 'episode' | 'time'>) {
  const [now] = useState(() => Math.floor(time()));
  const [fromNow, setFromNow] = useState(false);
  const [linkCopied, setLinkCopied] = useState<Copied>('no');
  const [frameCopied, setFrameCopied] = useState<Copied>('no');
  const link = linkTo(episode.token, fromNow ? now : null);
  const canShare = 'share' in navigator;

  const copy = async () => setLinkCopied((await copyText(link)) ? 'yes' : 'by hand');
  const copyFrame = async () =>
    setFrameCopied((await copyText(embedCode(episode))) ? 'yes' : 'by hand');
  // Closing the system's sheet rejects the promise.
  const share = () => navigator.share({ title: episode.title, url: link }).catch(() => undefined);

  return (
    <div className="flex flex-col gap-4">
      {canShare && (
        <Button kind="main" wide onClick={share}>
          <Share aria-hidden size={20} /> Share...
        </Button>
      )}
      <div>
        <div className="well flex items-center gap-1 pl-4">
          <p
            className={classes(
              'min-w-0 grow py-3 text-meta select-all',
              linkCopied === 'by hand' ? '[overflow-wrap:anywhere]' : 'truncate',
            )}
          >
            {link}
          </p>
          <button
            type="button"
            aria-label={linkCopied === 'yes' ? 'Copied' : 'Copy the link'}
            onClick={copy}
            className="flex min-h-12 shrink-0 items-center gap-2 rounded-well px-3.5 font-bold"
          >
            {linkCopied === 'yes' ? (
              <Check aria-hidden size={20} />
            ) : (
              <Copy aria-hidden size={20} />
            )}
            {linkCopied === 'yes' ? 'Copied' : 'Copy'}
          </button>
        </div>
        {now > 0 && (
          <div className="mt-2">
            <Checkbox
              checked={fromNow}
              onChange={(checked) => {
                setFromNow(checked);
                setLinkCopied('no');
              }}
            >
              Start at {clock(now)}
            </Checkbox>
          </div>
        )}
        <p role="status" className="mt-2 text-meta text-soft">
          {linkCopied === 'by hand'
            ? 'This browser won’t let us copy. Press and hold the link above.'
            : 'Anyone with the link can listen. No account needed.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        {episode.audioUrl && <DownloadLink audioUrl={episode.audioUrl} />}
        <Button onClick={copyFrame}>
          <CodeXml aria-hidden size={20} />{' '}
          {frameCopied === 'yes' ? 'Copied for your site' : 'Copy the embed code'}
        </Button>
      </div>
      {frameCopied === 'by hand' && (
        <p className="well px-4 py-3 text-meta [overflow-wrap:anywhere] select-all">
          {embedCode(episode)}
        </p>
      )}
      {episode.publicId && <ReplaceLink token={episode.token} publicId={episode.publicId} />}
    </div>
  );
}
