import type { ReactNode } from 'react';
import { useSales } from '../api/sales.ts';
import { useAuth } from '../api/session/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { FootLink, TwoColumns } from '../ui/TwoColumns.tsx';
import { Finished, Making } from './episodeList/EpisodeCard.tsx';
import { EpisodeList } from './episodeList/EpisodeList.tsx';
import { DemoRow, PlayableRow, type Playback } from './episodeList/PlayableRow.tsx';

const fresh: Playback = {
  state: 'idle',
  fraction: 0,
  secondsLeft: null,
  isPlayed: false,
  toggle: null,
};
const begun = { ...fresh, fraction: 0.72, secondsLeft: 336 };
const played = { ...fresh, isPlayed: true };

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Requests nothing private. */
export default function PreviewPage() {
  const sells = useSales();
  const { user } = useAuth();
  const metro = {
    voice1Name: 'Daniel',
    voice2Name: 'Alice',
    duration: 20,
    createdAt: daysAgo(1),
  };
  const knots = {
    voice1Name: 'Brian',
    voice2Name: 'Matilda',
    duration: 10,
    createdAt: daysAgo(4),
  };

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
        <EpisodeList title="A sample shelf">
          <ul className="well mt-3 px-4 *:first:border-t-0">
            <Sample
              title="Why the sea glows at night"
              seed="sample-sea"
              playback={fresh}
              recorded={390 / 900}
            >
              <Making
                stage="speaking"
                progress={{ linesWritten: 148, linesSpoken: 64 }}
                etaSeconds={230}
              />
            </Sample>
            <Sample title="How the metro got its voice" seed="sample-metro" playback={begun}>
              <Finished podcast={metro} playback={begun} />
            </Sample>
            <Sample title="Knots sailors actually use" seed="sample-knots" playback={played}>
              <Finished podcast={knots} playback={played} />
            </Sample>
          </ul>
        </EpisodeList>
        <DemoRow title="Hear a real one" />
      </TwoColumns>
    </Page>
  );
}

type SampleProps = {
  title: string;
  seed: string;
  playback: Playback;
  recorded?: number;
  children: ReactNode;
};

/** Its link leads to the create form. */
function Sample({ title, ...row }: SampleProps) {
  const href = `/create?topic=${encodeURIComponent(title)}`;
  return <PlayableRow title={title} href={href} wave={null} {...row} />;
}
