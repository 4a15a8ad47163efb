import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Podcast } from '#shared/episode.ts';
import { failureToast, isNotFound } from '../../api/client.ts';
import { deleteEpisode } from '../../api/podcasts.ts';
import { useSales } from '../../api/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { displayTitle } from '../episodeText.ts';

type DeleteStepProps = { podcast: Podcast; onDeleted: () => void; onKeep: () => void };

/** The episode leaves the list at once and returns if deleting fails. */
export function DeleteStep({ podcast, onDeleted, onKeep }: DeleteStepProps) {
  const sells = useSales();
  const { toast } = useToast();
  const { mutateAsync: deleteIt } = useMutation(deleteEpisode(onDeleted));
  const [isDeleting, setDeleting] = useState(false);

  async function remove() {
    if (isDeleting) return;
    setDeleting(true);
    try {
      await deleteIt(podcast.publicId);
      toast({ title: 'Your episode is deleted' });
    } catch (error) {
      // Already deleted in another window.
      if (isNotFound(error)) return;
      toast(failureToast('Your episode is still here', error));
    }
  }

  return (
    <>
      <p dir="auto" className="mb-4 text-lead [overflow-wrap:anywhere]">
        {displayTitle(podcast.title)}
      </p>
      <ul className="mb-6 list-disc pl-5 text-soft">
        <li>Its sound and transcript are deleted right away and can’t be brought back.</li>
        <li>Shared links and your podcast app lose it.</li>
        {sells && <li>The receipt stays with your account.</li>}
      </ul>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button className="text-err" onClick={() => void remove()} pending={isDeleting}>
          Delete it for good
        </Button>
        <Button autoFocus kind="quiet" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </>
  );
}
