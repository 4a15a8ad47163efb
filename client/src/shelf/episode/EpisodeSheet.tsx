import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Podcast, titleChange } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { EmailChangeForm } from '../../account/emailChange/EmailChangeForm.tsx';
import { useSteps } from '../../account/menu/useSteps.ts';
import { failureToast, isNotFound } from '../../api/client.ts';
import { changeEpisode, deleteEpisode, renameEpisode } from '../../api/podcasts.ts';
import { useSales } from '../../api/sales.ts';
import { useServerForm } from '../../api/useServerForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { displayTitle } from '../episodeText.ts';
import { EpisodeMenu, type Step } from './EpisodeMenu.tsx';

type EpisodeSheetProps = {
  podcast: Podcast;
  order: Order | undefined;
  open: boolean;
  onClose: () => void;
  /** Another sheet takes over. */
  onLeave: () => void;
  onShare: () => void;
  onDeleted: (podcast: Podcast) => void;
};

const TITLES: Record<Step, string> = {
  rename: 'Rename this episode',
  email: 'Email it again',
  delete: 'Delete this episode?',
};

export default function EpisodeSheet(props: EpisodeSheetProps) {
  const { podcast, order, open, onClose, onLeave, onShare, onDeleted } = props;
  const client = useQueryClient();
  const { step, back, rowTo } = useSteps<Step>(open);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onBack={step ? back : undefined}
      title={step ? TITLES[step] : displayTitle(podcast.title)}
      small
      smallTitle={step === null}
    >
      {step === null && (
        <EpisodeMenu
          podcast={podcast}
          order={order}
          rowTo={rowTo}
          onLeave={onLeave}
          onShare={onShare}
        />
      )}
      {step === 'rename' && <TitleForm podcast={podcast} onSaved={back} />}
      {step === 'email' && (
        <EmailChangeForm
          podcast={podcast}
          orderId={order?.id}
          onChanged={(email) =>
            changeEpisode(client, podcast.publicId, (episode) => ({ ...episode, email }))
          }
        />
      )}
      {step === 'delete' && (
        <DeleteStep podcast={podcast} onDeleted={() => onDeleted(podcast)} onKeep={back} />
      )}
    </Sheet>
  );
}

type TitleFormProps = { podcast: Podcast; onSaved: () => void };

function TitleForm({ podcast, onSaved }: TitleFormProps) {
  const { publicId, title } = podcast;
  const { mutateAsync: rename } = useMutation(renameEpisode);
  const { toast } = useToast();
  const { field, submit, isSubmitting } = useServerForm({
    resolver: zodResolver(titleChange),
    defaultValues: { title },
    fields: ['title'],
    failed: 'The title wasn’t changed',
    async send(change) {
      await rename({ publicId, ...change });
      toast({ title: 'Renamed' });
      onSaved();
    },
  });
  return (
    <Form onSubmit={submit}>
      <TextField
        autoFocus
        label="Title"
        autoComplete="off"
        hint="The MP3 keeps its old title."
        {...field('title')}
      />
      <Button type="submit" className="mt-4" pending={isSubmitting} pendingLabel="Saving...">
        Save title
      </Button>
    </Form>
  );
}

type DeleteStepProps = { podcast: Podcast; onDeleted: () => void; onKeep: () => void };

/** The episode leaves the list at once and returns if deleting fails. */
function DeleteStep({ podcast, onDeleted, onKeep }: DeleteStepProps) {
  const sells = useSales();
  const { toast } = useToast();
  const { mutateAsync: deleteIt } = useMutation(deleteEpisode(onDeleted));
  // A mutation's own state comes too late for a double tap.
  const [isDeleting, setDeleting] = useState(false);

  async function remove() {
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
