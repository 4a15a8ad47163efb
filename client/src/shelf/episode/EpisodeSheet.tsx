import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { EmailChangeForm } from '../../account/emailChange/EmailChangeForm.tsx';
import { changeEpisode } from '../../api/podcasts.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { displayTitle } from '../episodeText.ts';
import { DeleteStep } from './DeleteStep.tsx';
import { EpisodeMenu, type Step } from './EpisodeMenu.tsx';
import { TitleForm } from './TitleForm.tsx';

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
  const [step, setStep] = useState<Step | null>(null);
  const [from, setFrom] = useState<Step | null>(null);

  function back() {
    setFrom(step);
    setStep(null);
  }

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
          from={from}
          onStep={setStep}
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
