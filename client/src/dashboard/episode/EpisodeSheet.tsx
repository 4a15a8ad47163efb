import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { useSendsEmail } from '../../api/config.ts';
import { changeEpisode } from '../../api/podcasts.ts';
import { EmailChangeForm } from '../../emailChange/EmailChangeForm.tsx';
import { Button } from '../../ui/Button.tsx';
import { DownloadLink } from '../../ui/DownloadLink.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { nameOf } from '../words.ts';
import { BroughtSources } from './BroughtSources.tsx';
import { DeleteStep } from './DeleteStep.tsx';
import { TitleForm } from './TitleForm.tsx';

type EpisodeSheetProps = {
  podcast: Podcast;
  order: Order | undefined;
  open: boolean;
  onClose: () => void;
  onDeleted: (podcast: Podcast) => void;
};

/** Rename, email, download or delete an episode. */
export default function EpisodeSheet(props: EpisodeSheetProps) {
  const { podcast, order, open, onClose, onDeleted } = props;
  const client = useQueryClient();
  const sendsEmail = useSendsEmail();
  const [deleting, setDeleting] = useState(false);
  if (!open && deleting) setDeleting(false);
  return (
    <Sheet open={open} onClose={onClose} title={deleting ? 'Delete this tape?' : 'This tape'}>
      {(deleting || podcast.status !== 'completed') && (
        <p dir="auto" className="mb-5 text-lead [overflow-wrap:anywhere]">
          {nameOf(podcast.title)}
        </p>
      )}
      {deleting ? (
        <DeleteStep
          podcast={podcast}
          onDeleted={() => onDeleted(podcast)}
          onKeep={() => setDeleting(false)}
        />
      ) : (
        // The margin keeps focus rings from being clipped by the scroll container.
        <div key={podcast.publicId} className="-mx-1 flex flex-col gap-7 px-1">
          {podcast.status === 'completed' && (
            <>
              <TitleForm podcast={podcast} />
              {sendsEmail && (
                <EmailChangeForm
                  podcast={podcast}
                  orderId={order?.id}
                  onChanged={(email) =>
                    changeEpisode(client, podcast.publicId, (episode) => ({ ...episode, email }))
                  }
                />
              )}
              <BroughtSources podcast={podcast} />
            </>
          )}
          <div className="flex flex-wrap gap-3 border-t border-line pt-5">
            {podcast.audioUrl && <DownloadLink audioUrl={podcast.audioUrl} />}
            <Button className="gap-2.5! text-err" onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden size={20} /> Delete this tape
            </Button>
          </div>
        </div>
      )}
    </Sheet>
  );
}
