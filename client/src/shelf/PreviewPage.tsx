import { useState } from 'react';
import { useSales } from '../api/sales.ts';
import { useAuth } from '../api/session/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { FootLink, TwoColumns } from '../ui/TwoColumns.tsx';
import { DemoRow } from './episodeList/DemoRow.tsx';
import { EpisodeCard } from './episodeList/EpisodeCard.tsx';
import { EpisodeList } from './episodeList/EpisodeList.tsx';
import { atRest } from './episodeList/playback.ts';
import { sampleEpisodes } from './sampleEpisodes.ts';

/** Requests nothing private. */
export default function PreviewPage() {
  const sells = useSales();
  const { user } = useAuth();
  const [podcasts] = useState(() => sampleEpisodes(new Date()));

  return (
    <Page title="Dashboard preview" layout="content" className="flex flex-col pt-2 max-lg:pb-0!">
      <TwoColumns
        head={
          <>
            <h1>This could be your shelf</h1>
            <p className="mt-3 text-lead text-soft">
              Everything you ask becomes an episode, and each continues where you stopped.
              {sells && ' If one fails, you get your money back.'}
            </p>
            {user && (
              <Button href="/dashboard" className="mt-4 self-start">
                Go to your dashboard
              </Button>
            )}
          </>
        }
        foot={<FootLink href="/create">Create your first episode</FootLink>}
      >
        <EpisodeList
          title="A sample shelf"
          rows={
            <ul className="well mt-3 px-4 *:first:border-t-0">
              {podcasts.map((podcast) => (
                <EpisodeCard
                  key={podcast.publicId}
                  podcast={podcast}
                  order={undefined}
                  playback={atRest(podcast)}
                />
              ))}
            </ul>
          }
        />
        <DemoRow title="Hear a real one" />
      </TwoColumns>
    </Page>
  );
}
