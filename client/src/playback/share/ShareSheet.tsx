import { CodeXml } from 'lucide-react';
import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { Listening } from '#shared/episode.ts';
import { Button } from '../../ui/Button.tsx';
import { DownloadLink } from '../../ui/DownloadLink.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
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

/** Offers the link, the system's share sheet if there is one, the file and the embed code. */
export function ShareSheet({ episode, time, open, onClose }: ShareSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Who should hear this?">
      {open && <ShareOptions episode={episode} time={time} />}
    </Sheet>
  );
}

type Copied = 'no' | 'yes' | 'by hand';

/** There is no clipboard over plain HTTP or in some frames. */
async function copyToClipboard(text: string): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text);
    return 'yes';
  } catch {
    return 'by hand';
  }
}

function ShareOptions({ episode, time }: Pick<ShareSheetProps, 'episode' | 'time'>) {
  const [now] = useState(() => Math.floor(time()));
  const [fromNow, setFromNow] = useState(false);
  const [linkCopied, setLinkCopied] = useState<Copied>('no');
  const [frameCopied, setFrameCopied] = useState<Copied>('no');
  const link = linkTo(episode.token, fromNow ? now : null);

  const copy = async () => setLinkCopied(await copyToClipboard(link));
  const copyFrame = async () => setFrameCopied(await copyToClipboard(embedCode(episode)));
  // Closing the system's sheet rejects the promise.
  const share = () => navigator.share({ title: episode.title, url: link }).catch(() => undefined);

  return (
    <div className="flex flex-col gap-4">
      <p className="well px-4 py-3 text-meta [overflow-wrap:anywhere] select-all">{link}</p>
      {now > 0 && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={fromNow}
            onChange={(event) => {
              setFromNow(event.target.checked);
              setLinkCopied('no');
            }}
            className="size-5 accent-[var(--ink)]"
          />
          Start at {clock(now)}
        </label>
      )}
      <Button kind="main" wide onClick={copy}>
        {linkCopied === 'yes' ? 'Copied' : 'Copy the link'}
      </Button>
      <p role="status" className="text-meta text-soft">
        {linkCopied === 'by hand'
          ? 'This browser does not let us copy. Press and hold the link above.'
          : 'Whoever has the link can listen. No account needed.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {'share' in navigator && <Button onClick={share}>Share...</Button>}
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

function linkTo(token: string, time: number | null): string {
  const url = new URL('/listen', location.origin);
  url.searchParams.set('episode', token);
  if (time !== null) url.searchParams.set('t', String(time));
  return url.href;
}

/** HTML that embeds the small player on another site. */
function embedCode({ token, title }: Episode): string {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.width = '100%';
  frame.height = '240';
  frame.loading = 'lazy';
  frame.style.border = '0';
  const src = new URL('/listen', location.origin);
  src.searchParams.set('episode', token);
  src.searchParams.set('embed', '1');
  frame.src = src.href;
  return frame.outerHTML;
}
