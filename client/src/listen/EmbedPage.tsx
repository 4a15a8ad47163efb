import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { brand, tabTitle } from '#shared/brand.ts';
import type { Listening } from '#shared/episode.ts';
import { followUpPath } from '#shared/reorderLink.ts';
import { isNotFoundOrGone } from '../api/client.ts';
import { embedQuery, sayListened } from '../api/listen.ts';
import { QueryError } from '../api/QueryError.tsx';
import { useSales } from '../api/sales.ts';
import { PlayerRow } from '../player/engine/PlayerRow.tsx';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { useMediaSession } from '../player/mediaSession.ts';
import { onListen } from '../player/onListen.ts';
import { startFrom } from '../player/playbackStorage.ts';
import { usePlayer } from '../player/usePlayer.ts';
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
  const { token, title, voice1Name, voice2Name, choices, durationSeconds, duration, wave } =
    episode;
  const player = usePlayer({
    ...episode,
    duration: durationSeconds ?? duration * 60,
    startAt,
  });
  useMediaSession(player, episode);
  useEffect(() => onListen(player, () => sayListened(token, true)), [player, token]);
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
      <Title as="h1" text={title} className="line-clamp-2" />
      <p className="mt-1 text-meta">
        <strong className="text-a">{voice1Name}</strong> and{' '}
        <strong className="text-b">{voice2Name}</strong>
        <span className="text-soft">, made by AI</span>
      </p>
      <div className="my-auto pt-3">
        <PlayerRow player={player} name={title} wave={wave} seed={token} />
      </div>
      <p role="status" className="text-meta text-err">
        {phase === 'failed' && 'The sound stopped. Press play to try again.'}
      </p>
    </Frame>
  );
}

type FrameProps = {
  href: string;
  beside?: ReactNode;
  children: ReactNode;
};

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
