import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { brand, tabTitle } from '#shared/brand.ts';
import { clock } from '#shared/clock.ts';
import type { Listening } from '#shared/episode.ts';
import { followUpPath } from '#shared/reorderLink.ts';
import { isNotFoundOrGone } from '../api/client.ts';
import { embedQuery } from '../api/listen.ts';
import { QueryError } from '../api/QueryError.tsx';
import { useSales } from '../api/sales.ts';
import { playableOfListening } from '../player/deck/playable.ts';
import { SessionEngine } from '../player/deck/SessionEngine.tsx';
import { usePlaybackSession } from '../player/deck/usePlaybackSession.ts';
import { PlayerButton } from '../player/engine/PlayerButton.tsx';
import { PositionSlider } from '../player/engine/PositionSlider.tsx';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { useMediaSession } from '../player/mediaSession.ts';
import { startFrom } from '../player/playbackStorage.ts';
import { classes } from '../ui/classes.ts';
import { Logo } from '../ui/Logo.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Title } from '../ui/Title.tsx';
import { useNearEnd } from './end/useNearEnd.ts';

/** Other sites frame this page. Its links open a new window: a framed page invites clickjacking. */
export default function EmbedPage() {
  const [search] = useSearchParams();
  const token = search.get('episode') ?? '';
  const query = useQuery(embedQuery(token));
  const { data, error, isPending } = query;
  const episode = data?.episode;
  useEffect(() => {
    document.title = tabTitle(episode?.title ?? 'Listen');
  }, [episode?.title]);
  if (isPending && token !== '') return <Spinner className="min-h-dvh" />;
  if (episode?.status === 'completed' && episode.audioUrl) {
    return <SmallPlayer key={token} episode={episode} startAt={startFrom(search)} />;
  }
  if (!episode && error && !isNotFoundOrGone(error)) {
    return (
      <Frame href={listenPath(token)}>
        <h1 className="sr-only">This episode didn’t load</h1>
        <QueryError title="We couldn’t load this episode" query={query} />
      </Frame>
    );
  }
  return (
    <Frame href="/">
      <h1 className="text-h3">
        {episode?.status === 'processing'
          ? 'This episode is being recorded'
          : 'There’s no episode at this link'}
      </h1>
    </Frame>
  );
}

const listenPath = (token: string) => `/listen?episode=${encodeURIComponent(token)}`;

type SmallPlayerProps = { episode: Listening['episode']; startAt: number | null };

function SmallPlayer({ episode, startAt }: SmallPlayerProps) {
  const { token, title, voice1Name, voice2Name, choices, wave } = episode;
  const session = usePlaybackSession(playableOfListening(episode), { startAt, isEmbedded: true });
  const { player } = session;
  useMediaSession(player, episode, null);
  const isNear = useNearEnd(player);
  const sells = useSales();
  const phase = usePlaying(player, (playing) => playing.phase);
  // No higher than the link beside it, so that nothing moves when it comes.
  const ask = isNear && sells && (
    <NewWindow href={followUpPath(null, choices, 'embed')} className="min-w-0">
      <span className="line-clamp-2 leading-tight">
        <span className="max-[439px]:sr-only">Wondering something yourself?</span>{' '}
        <span className="underline underline-offset-3">
          Ask {voice1Name} and {voice2Name}
        </span>
      </span>
    </NewWindow>
  );
  return (
    <Frame href={listenPath(token)} beside={ask}>
      <SessionEngine session={session} />
      <Title as="h1" text={title} className="line-clamp-2" />
      <p className="mt-1 text-meta">
        <strong className="text-a">{voice1Name}</strong> and{' '}
        <strong className="text-b">{voice2Name}</strong>
        <span className="text-soft">, made by AI</span>
      </p>
      <div className="my-auto flex items-center gap-4 pt-3">
        <PlayerButton player={player} name={title} />
        <div className="min-w-0 grow">
          <PositionSlider
            player={player}
            label="Place in the episode"
            wave={wave}
            seed={token}
            height={44}
          >
            {(now, duration) => (
              <p className="mt-1 flex justify-between text-meta tabular-nums">
                <span className="font-bold">{clock(now)}</span>
                <span className="text-soft">−{clock(duration - now)}</span>
              </p>
            )}
          </PositionSlider>
        </div>
      </div>
      <p role="status" className="text-meta text-err">
        {phase === 'failed' && 'The sound stopped. Press play to try again.'}
      </p>
    </Frame>
  );
}

type FrameProps = { href: string; beside?: ReactNode; children: ReactNode };

function Frame({ href, beside, children }: FrameProps) {
  return (
    <main className="grille flex min-h-dvh flex-col bg-panel px-4 pt-3 pb-2">
      {children}
      <div className="mt-auto -mb-2 flex h-11 items-center justify-between gap-4 text-meta">
        {beside}
        <NewWindow href={href} className="ml-auto shrink-0 font-bold">
          <span className="sr-only">Open on {brand.name}</span>
          <Logo height={22} />
          <ExternalLink aria-hidden size={18} />
        </NewWindow>
      </div>
    </main>
  );
}

type NewWindowProps = { href: string; className: string; children: ReactNode };

const NewWindow = ({ href, className, children }: NewWindowProps) => (
  <a
    href={href}
    target="_blank"
    rel="noopener"
    className={classes('flex min-h-11 items-center gap-2', className)}
  >
    {children}
  </a>
);
