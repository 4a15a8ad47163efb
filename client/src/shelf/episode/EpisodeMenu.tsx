import { useQuery } from '@tanstack/react-query';
import { Download, Mail, PencilLine, ReceiptText, RotateCcw, Share, Trash2 } from 'lucide-react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import type { useSteps } from '../../account/menu/useSteps.ts';
import { useSendsEmail } from '../../api/config.ts';
import { finishedQuery } from '../../api/listen.ts';
import { useSales } from '../../api/sales.ts';
import { AttachmentSwitch } from '../../player/AttachmentSwitch.tsx';
import { playableOfPodcast } from '../../player/deck/playable.ts';
import { MenuFile, MenuLink, MenuList, MenuRowButton } from '../../ui/MenuRow.tsx';
import { receiptPath } from '../layers.ts';

export type Step = 'rename' | 'email' | 'delete';

type EpisodeMenuProps = {
  podcast: Podcast;
  order: Order | undefined;
  rowTo: ReturnType<typeof useSteps<Step>>['rowTo'];
  onLeave: () => void;
  onShare: () => void;
};

export function EpisodeMenu({ podcast, order, rowTo, onLeave, onShare }: EpisodeMenuProps) {
  const { status, audioUrl, email } = podcast;
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const isDone = status === 'completed';
  return (
    <>
      <MenuList>
        {status !== 'failed' && (
          <MenuRowButton icon={<Share aria-hidden size={22} />} onClick={onShare}>
            Share
          </MenuRowButton>
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
          <MenuRowButton {...rowTo('rename')} icon={<PencilLine aria-hidden size={22} />}>
            Rename
          </MenuRowButton>
          {sendsEmail && (
            <MenuRowButton {...rowTo('email')} icon={<Mail aria-hidden size={22} />} value={email}>
              Email it again
            </MenuRowButton>
          )}
          <EpisodeAttachmentSwitch podcast={podcast} />
        </MenuList>
      )}
      {status !== 'processing' && (
        <MenuList>
          <MenuRowButton {...rowTo('delete')} icon={<Trash2 aria-hidden size={22} />} danger>
            Delete
          </MenuRowButton>
        </MenuList>
      )}
    </>
  );
}

function EpisodeAttachmentSwitch({ podcast }: { podcast: Podcast }) {
  // Not kept in the cache: the listen page must ask anew where the listener stopped.
  const { data } = useQuery({ ...finishedQuery(playableOfPodcast(podcast).token), gcTime: 0 });
  return (
    <AttachmentSwitch publicId={podcast.publicId} sourcesUrl={data?.episode.sourcesUrl ?? null} />
  );
}
