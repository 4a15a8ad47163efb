import { useQuery } from '@tanstack/react-query';
import { Check, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { clock } from '#shared/clock.ts';
import type { Podcast } from '#shared/episode.ts';
import { useSendsEmail } from '../api/config.ts';
import { finishedQuery } from '../api/listen.ts';
import { timeStyle, YourQuestions } from '../playback/YourQuestions.tsx';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { Title } from '../ui/Title.tsx';
import { Wave } from '../ui/Wave.tsx';
import { HaveRead } from './HaveRead.tsx';
import { TakeAlong } from './TakeAlong.tsx';

type ReadyProps = {
  podcast: Podcast;
  /** Of its link. */
  token: string;
  /** The player, if the user has begun to listen already. */
  player: ReactNode;
  /** How far they are, s. */
  heard: number;
  /** Opens the form that sends the email again. */
  onChangeEmail: () => void;
};

/** The finished episode. */
export function Ready({ podcast, token, player, heard, onChangeEmail }: ReadyProps) {
  const { publicId, listenUrl, title, voice1Name, voice2Name, durationSeconds, duration } = podcast;
  const sendsEmail = useSendsEmail();
  const shared = useQuery(finishedQuery(token)).data?.episode;
  return (
    <Page title="Your episode is ready">
      <p role="status" className="mt-2 mb-3 flex items-center gap-2 font-bold">
        <Check aria-hidden size={22} strokeWidth={2.5} /> Off air
      </p>
      <h1 className="mb-7">Your episode is ready</h1>
      <section aria-label="Your tape" className="overflow-hidden rounded-card bg-panel shadow-lift">
        {player || (
          <div className="grille rounded-t-card bg-well py-4 shadow-pit">
            <Wave wave={podcast.wave} seed={publicId} height={96} />
          </div>
        )}
        <div className="p-5">
          <Title as="h2" text={title} />
          <p className="mt-2 text-soft">
            <strong className="text-a">{voice1Name}</strong> and{' '}
            <strong className="text-b">{voice2Name}</strong>,{' '}
            <span className="tabular-nums">{clock(durationSeconds ?? duration * 60)}</span>
          </p>
        </div>
      </section>
      <Button
        kind="main"
        wide
        href={heard > 0 ? `${listenUrl}&t=${heard}` : listenUrl}
        className="mt-7"
      >
        <Play aria-hidden size={22} fill="currentColor" /> Listen now
      </Button>
      <TakeAlong podcast={podcast} token={token} heard={heard} />
      <div className="mt-7 empty:hidden">
        <YourQuestions
          title="Your questions"
          answersUrl={shared?.answersUrl ?? null}
          place={(start, question) => (
            <Link
              href={`${listenUrl}&t=${Math.floor(start)}`}
              aria-label={`Play from ${clock(start)}: ${question}`}
              className={timeStyle}
            >
              {clock(start)}
            </Link>
          )}
        />
      </div>
      <HaveRead sourcesUrl={shared?.sourcesUrl ?? null} listenUrl={listenUrl} />
      {sendsEmail && (
        <p className="mt-7 text-soft">
          The link is also in your letter to{' '}
          <strong className="[overflow-wrap:anywhere] text-ink">{podcast.email}</strong>.
        </p>
      )}
      <div className={`-mx-1 flex flex-wrap gap-x-5 ${sendsEmail ? 'mt-2' : 'mt-7'}`}>
        {sendsEmail && (
          <Button kind="quiet" onClick={onChangeEmail}>
            No letter? Send it again
          </Button>
        )}
        <Button kind="quiet" href="/dashboard">
          All your tapes
        </Button>
      </div>
    </Page>
  );
}
