import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { brand, tabTitle } from '#shared/brand.ts';
import type { Listening } from '#shared/episode.ts';
import { isNotFoundOrGone } from '../api/client.ts';
import { embedQuery } from '../api/listen.ts';
import { useMediaSession } from '../playback/mediaSession.ts';
import { startFrom } from '../playback/playbackStorage.ts';
import { usePlayer } from '../playback/usePlayer.ts';
import { QueryError } from '../shell/QueryError.tsx';
import { Logo } from '../ui/Logo.tsx';
import { PlayerRow } from '../ui/PlayerRow.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Title } from '../ui/Title.tsx';
import { usePlaying } from '../ui/usePlaying.ts';

/**
 * `/listen?episode=…&embed=1`: the small player, to be framed by other sites. Its links open a new
 * window, because a framed page of ours would invite clickjacking.
 */
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
      <Frame href={pageOf(token)}>
        <h1 className="sr-only">The tape has not arrived</h1>
        <QueryError title="We could not load this episode" query={query} />
      </Frame>
    );
  }
  return (
    <Frame href="/">
      <h1 className="text-h3">
        {episode?.status === 'processing'
          ? 'This episode is being recorded'
          : 'There is no tape at this link'}
      </h1>
    </Frame>
  );
}

const pageOf = (token: string) => `/listen?episode=${encodeURIComponent(token)}`;

type SmallPlayerProps = { episode: Listening['episode']; startAt: number | null };

function SmallPlayer({ episode, startAt }: SmallPlayerProps) {
  const { token, title, voice1Name, voice2Name, durationSeconds, duration } = episode;
  const { player } = usePlayer({
    ...episode,
    duration: durationSeconds ?? duration * 60,
    startAt,
  });
  useMediaSession(player, episode);
  const phase = usePlaying(player, (playing) => playing.phase);
  return (
    <Frame href={pageOf(token)}>
      <Title as="h1" text={title} className="line-clamp-2" />
      <p className="mt-1 text-meta">
        <strong className="text-a">{voice1Name}</strong> and{' '}
        <strong className="text-b">{voice2Name}</strong>
        <span className="text-soft">, made by AI</span>
      </p>
      <div className="mt-3">
        <PlayerRow player={player} name={title} seed={token} width={360} />
      </div>
      <p role="status" className="text-meta text-err">
        {phase === 'failed' && 'The sound stopped arriving. Press play to try again.'}
      </p>
    </Frame>
  );
}

function Frame({ href, children }: { href: string; children: ReactNode }) {
  return (
    <main className="grille flex min-h-dvh flex-col bg-panel px-4 pt-3 pb-2">
      {children}
      <a
        href={href}
        target="_blank"
        rel="noopener"
        className="mt-auto -mb-3 flex min-h-11 items-center gap-2 self-end text-meta font-bold"
      >
        <span className="sr-only">Open on {brand.name}</span>
        <Logo height={22} />
        <ExternalLink aria-hidden size={18} />
      </a>
    </main>
  );
}
