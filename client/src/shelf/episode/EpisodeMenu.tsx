import { useQuery } from '@tanstack/react-query';
import { Download, Mail, PencilLine, ReceiptText, RotateCcw, Share, Trash2 } from 'lucide-react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { useSendsEmail } from '../../api/config.ts';
import { finishedQuery } from '../../api/listen.ts';
import { useSales } from '../../api/sales.ts';
import { BroughtSwitch } from '../../player/BroughtSwitch.tsx';
import { playableOfPodcast } from '../../player/deck/playable.ts';
import { MenuFile, MenuKey, MenuLink, MenuList } from '../../ui/MenuRow.tsx';
import { receiptPath } from '../layers.ts';

/** What needs a further answer. */
export type Step = 'rename' | 'email' | 'delete';

type EpisodeMenuProps = {
  podcast: Podcast;
  order: Order | undefined;
  /** The step that the user came back from, whose row gets the focus. */
  from: Step | null;
  onStep: (step: Step) => void;
  onLeave: () => void;
  onShare: () => void;
};

export function EpisodeMenu({ podcast, order, from, onStep, onLeave, onShare }: EpisodeMenuProps) {
  const { status, audioUrl, email } = podcast;
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const isDone = status === 'completed';
  return (
    <>
      <MenuList>
        {status !== 'failed' && (
          <MenuKey icon={<Share aria-hidden size={22} />} onClick={onShare}>
            Share
          </MenuKey>
        )}
        {audioUrl && (
          <MenuFile icon={<Download aria-hidden size={22} />} href={`${audioUrl}?download=1`}>
            Download MP3
          </MenuFile>
        )}
        {isDone && (
          <MenuLink
            icon={<RotateCcw aria-hidden size={22} />}
            href={reorderPath(podcast, { from: 'own' })}
          >
            Make another like this
          </MenuLink>
        )}
        {sells && order && (
          <MenuLink
            icon={<ReceiptText aria-hidden size={22} />}
            href={receiptPath(order.id)}
            onClick={onLeave}
          >
            Receipt
          </MenuLink>
        )}
      </MenuList>
      {isDone && (
        <MenuList>
          <MenuKey
            icon={<PencilLine aria-hidden size={22} />}
            onClick={() => onStep('rename')}
            autoFocus={from === 'rename'}
            leadsOn
          >
            Rename
          </MenuKey>
          {sendsEmail && (
            <MenuKey
              icon={<Mail aria-hidden size={22} />}
              value={email}
              onClick={() => onStep('email')}
              autoFocus={from === 'email'}
              leadsOn
            >
              Email it again
            </MenuKey>
          )}
          <BroughtSources podcast={podcast} />
        </MenuList>
      )}
      {status !== 'processing' && (
        <MenuList>
          <MenuKey
            icon={<Trash2 aria-hidden size={22} />}
            onClick={() => onStep('delete')}
            autoFocus={from === 'delete'}
            danger
          >
            Delete
          </MenuKey>
        </MenuList>
      )}
    </>
  );
}

function BroughtSources({ podcast }: { podcast: Podcast }) {
  // Not kept for the listen page, which asks where the listener stopped.
  const { data } = useQuery({ ...finishedQuery(playableOfPodcast(podcast).token), gcTime: 0 });
  return (
    <BroughtSwitch publicId={podcast.publicId} sourcesUrl={data?.episode.sourcesUrl ?? null} />
  );
}
