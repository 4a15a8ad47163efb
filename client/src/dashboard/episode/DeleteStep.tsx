import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Podcast } from '#shared/episode.ts';
import { ApiError, call, messageOf } from '../../api/client.ts';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { changeEpisode, everyShelf } from '../episodes.ts';

type DeleteStepProps = { podcast: Podcast; onDeleted: () => void; onKeep: () => void };

/** What is lost, before it is; the tape leaves the shelf at once, and comes back if it could not go. */
export function DeleteStep({ podcast, onDeleted, onKeep }: DeleteStepProps) {
  const client = useQueryClient();
  const { toast } = useToast();
  const [going, setGoing] = useState(false);

  async function remove() {
    if (going) return;
    setGoing(true);
    // An answer under way would bring it back to the shelf.
    await client.cancelQueries(everyShelf);
    const before = client.getQueriesData(everyShelf);
    changeEpisode(client, podcast.publicId, () => null);
    onDeleted();
    try {
      await call('DELETE', `/api/podcasts/${podcast.publicId}`);
      toast({ title: 'The tape is deleted' });
    } catch (error) {
      // Gone is gone, whoever did it.
      if (error instanceof ApiError && error.status === 404) return;
      for (const [key, shelf] of before) client.setQueryData(key, shelf);
      toast({
        kind: 'destructive',
        title: 'The tape is still here',
        description: messageOf(error),
      });
      return;
    } finally {
      void client.invalidateQueries({ queryKey: ['/api/orders'] });
    }
  }

  return (
    <>
      <ul className="mb-6 list-disc pl-5 text-soft">
        <li>Its sound and transcript go at once and cannot be brought back.</li>
        <li>Links you gave away, and your podcast app, find nothing there any more.</li>
        <li>The receipt stays with your account.</li>
      </ul>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button className="text-err" onClick={() => void remove()} pending={going}>
          Delete it for good
        </Button>
        <Button autoFocus kind="quiet" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </>
  );
}
