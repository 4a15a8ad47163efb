import { Check, CodeXml, Copy, Download, Share } from 'lucide-react';
import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { Listening } from '#shared/episode.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { classes } from '../../ui/classes.ts';
import { copyText } from '../../ui/copyText.ts';
import { MenuFile, MenuList, MenuRowButton } from '../../ui/MenuRow.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { ReplaceLink } from './ReplaceLink.tsx';
import { embedCode, linkTo } from './shareLinks.ts';

type Episode = Pick<Listening['episode'], 'token' | 'title' | 'audioUrl' | 'publicId'>;

type ShareSheetProps = {
  episode: Episode;
  /** Returns the current second of playback. */
  time: () => number;
  open: boolean;
  onClose: () => void;
};

type Copied = 'no' | 'yes' | 'by hand';

const copy = async (text: string): Promise<Copied> => ((await copyText(text)) ? 'yes' : 'by hand');

export default function ShareSheet({ episode, time, open, onClose }: ShareSheetProps) {
  const { token, title, audioUrl, publicId } = episode;
  const [wasOpen, setWasOpen] = useState(false);
  const [now, setNow] = useState(0);
  const [fromNow, setFromNow] = useState(false);
  const [link, setLink] = useState<Copied>('no');
  const [frame, setFrame] = useState<Copied>('no');
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setNow(Math.floor(time()));
      setFromNow(false);
      setLink('no');
      setFrame('no');
    }
  }
  const url = linkTo(token, fromNow ? now : null);
  const canShare = 'share' in navigator;
  const copyLink = async () => setLink(await copy(url));
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
          onChange={(checked) => {
            setFromNow(checked);
            setLink('no');
          }}
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
            onClick={async () => setFrame(await copy(embedCode(episode)))}
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
