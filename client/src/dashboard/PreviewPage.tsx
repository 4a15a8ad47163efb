import { useState } from 'react';
import { useAuth } from '../auth/session.tsx';
import { useSales } from '../sales.ts';
import { BonusBanner } from '../ui/BonusBanner.tsx';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { useToast } from '../ui/Toast.tsx';
import { FootLink, TwoColumns } from '../ui/TwoColumns.tsx';
import type { CardPlayer } from './EpisodeCard.tsx';
import { EpisodeList } from './EpisodeList.tsx';
import { sampleEpisodes } from './sampleEpisodes.ts';

/** The dashboard with sample episodes, for users who have none yet. Makes no requests. */
export default function PreviewPage() {
  const sells = useSales();
  const { user } = useAuth();
  const { toast } = useToast();
  const [{ podcasts, orders }] = useState(() => sampleEpisodes(new Date()));

  const explain = () =>
    toast({
      title: 'This is a sample',
      description: 'There is no sound on it. Make an episode, and it plays and downloads here.',
    });
  const player: CardPlayer = {
    src: '#sample-metro',
    state: 'paused',
    played: 0.72,
    toggle: explain,
    onDownload: (event) => {
      event.preventDefault();
      explain();
    },
  };

  return (
    <Page title="Dashboard preview" layout="content" className="flex flex-col pt-2 max-lg:pb-0!">
      <TwoColumns
        head={
          <>
            <h1>Dashboard preview</h1>
            <p className="mt-3 text-lead text-soft">
              These tapes are samples: one on air, two to hear, one that failed
              {sells && ' and was paid back'}. Yours look like this.
            </p>
            {user && (
              <Button href="/dashboard" className="mt-4 self-start">
                Go to your dashboard
              </Button>
            )}
            {sells && <BonusBanner useHref="/create" aboutHref="/pricing" />}
          </>
        }
        foot={<FootLink href="/create">New episode</FootLink>}
      >
        <EpisodeList podcasts={podcasts} orders={orders} player={player} />
      </TwoColumns>
    </Page>
  );
}
