import { Download, Podcast as PodcastIcon, Share } from 'lucide-react';
import type { Podcast } from '#shared/episode.ts';
import { Button } from '../ui/Button.tsx';
import { lazySheet } from '../ui/lazySheet.tsx';
import { useSheet } from './useSheet.ts';

const ShareSheet = lazySheet(() => import('../player/share/ShareSheet.tsx'));
const FeedSheet = lazySheet(() => import('../player/feed/FeedSheet.tsx'));

type TakeAlongProps = {
  podcast: Podcast;
  token: string;
  /** How far the owner has listened, s. */
  listenedSeconds: number;
};

const look = 'button flex min-h-16 flex-col gap-1! rounded-button px-2! text-meta! font-bold';

export function TakeAlong({ podcast, token, listenedSeconds }: TakeAlongProps) {
  const { title, audioUrl } = podcast;
  const sharing = useSheet();
  const feed = useSheet();
  return (
    <div className="mt-4 grid grid-cols-3 gap-3">
      <Button onClick={sharing.show} className={look}>
        <Share aria-hidden size={20} /> Share
      </Button>
      <Button onClick={feed.show} className={look}>
        <PodcastIcon aria-hidden size={20} /> Podcast app
      </Button>
      {audioUrl && (
        <a
          href={`${audioUrl}?download=1`}
          download
          className={`${look} items-center justify-center leading-tight select-none`}
        >
          <Download aria-hidden size={20} /> Download
        </a>
      )}
      {sharing.isNeeded && (
        <ShareSheet
          episode={{ token, title, audioUrl, publicId: null }}
          time={() => listenedSeconds}
          open={sharing.open}
          onClose={sharing.close}
        />
      )}
      {feed.isNeeded && <FeedSheet open={feed.open} onClose={feed.close} />}
    </div>
  );
}
