import { RotateCcw, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { clock } from '#shared/clock.ts';
import { useAuth } from '../../api/session/session.tsx';
import { classes } from '../../ui/classes.ts';
import { PlayerButton } from '../engine/PlayerButton.tsx';
import { SKIP_SECONDS } from '../engine/player.ts';
import { SpeakerMark } from '../engine/SpeakerMark.tsx';
import { usePlaying } from '../engine/usePlaying.ts';
import { Wave } from '../engine/Wave.tsx';
import { useMediaSession } from '../mediaSession.ts';
import { setDeck } from './deck.ts';
import { addressOf } from './playable.ts';
import type { PlaybackSession } from './playbackSession.ts';
import { SessionEngine, useProduction } from './SessionEngine.tsx';

export default function Deck({ session }: { session: PlaybackSession }) {
  const { playable } = useSyncExternalStore(session.subscribe, session.get);
  useMediaSession(session.player, playable, playable.chaptersUrl);
  useProduction(session);
  useOwner(session);
  const isHidden = useHasOwnPlayer(session);
  return (
    <>
      <SessionEngine session={session} />
      {!isHidden && <Bar session={session} />}
    </>
  );
}

/** Clears the deck when the account changes whose private URLs the session plays. */
function useOwner(session: PlaybackSession): void {
  const { user, isLoading } = useAuth();
  const id = user?.id ?? null;
  const [owner, setOwner] = useState(id);
  const { playable } = useSyncExternalStore(session.subscribe, session.get);
  if (owner === null && id !== null) setOwner(id);
  const isGone = playable.publicId !== null && !isLoading && owner !== null && owner !== id;
  useEffect(() => {
    if (isGone) setDeck(null);
  }, [isGone]);
}

/** Whether the episode's own page is open, or a page's own player of it is in sight. */
function useHasOwnPlayer(session: PlaybackSession): boolean {
  const [path] = useLocation();
  const [search] = useSearchParams();
  const { playable, isShown } = useSyncExternalStore(session.subscribe, session.get);
  const address = search.get('episode');
  return isShown || (path === '/listen' && [playable.token, playable.publicId].includes(address));
}

function Bar({ session }: { session: PlaybackSession }) {
  const { player } = session;
  const { playable } = useSyncExternalStore(session.subscribe, session.get);
  const { title, token, voice1Name, voice2Name } = playable;
  // Tells whatever else stands at the foot of the screen how high the deck is.
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--deck-height', 'calc(4rem + env(safe-area-inset-bottom))');
    return () => void style.removeProperty('--deck-height');
  }, []);
  return (
    <section
      aria-label="Now playing"
      className="grille fixed inset-x-0 bottom-0 z-30 animate-[slide-up_280ms_ease-out] rounded-t-card bg-panel pb-[env(safe-area-inset-bottom)] shadow-lift"
    >
      <div className="mx-auto flex h-16 max-w-[1280px] items-center pr-1 pl-5 lg:gap-1 lg:px-22">
        <Link
          href={`/listen?episode=${encodeURIComponent(token)}`}
          className="mr-2 mb-1.5 flex min-w-0 grow flex-col justify-center rounded-chip lg:mb-0 lg:flex-row lg:items-center lg:gap-7"
        >
          <span className="flex min-w-0 flex-col lg:w-80 lg:shrink-0">
            <p dir="auto" className="truncate leading-6 font-bold">
              {title}
            </p>
            <span className="hidden items-center gap-2 text-[0.875rem] leading-5 font-bold lg:flex">
              <SpeakerMark side="A" /> <span className="text-a">{voice1Name}</span>
              <SpeakerMark side="B" className="ml-1" />
              <span className="text-b">{voice2Name}</span>
            </span>
          </span>
          <Place session={session} />
        </Link>
        <button
          type="button"
          aria-label={`${SKIP_SECONDS} seconds back`}
          onClick={() => player.seekBy(-SKIP_SECONDS)}
          className="relative grid size-11 shrink-0 place-items-center rounded-full"
        >
          <RotateCcw aria-hidden size={30} strokeWidth={1.75} />
          <span aria-hidden className="absolute text-[0.625rem] font-bold">
            {SKIP_SECONDS}
          </span>
        </button>
        {/* Centred together with the button's lower edge. */}
        <span className="mb-1">
          <PlayerButton player={player} name="the sound" size={44} />
        </span>
        <button
          type="button"
          aria-label="Close the player"
          onClick={close}
          className="grid size-11 shrink-0 place-items-center rounded-full text-soft"
        >
          <X aria-hidden size={22} />
        </button>
      </div>
    </section>
  );
}

function Place({ session }: { session: PlaybackSession }) {
  const { player } = session;
  const { playable } = useSyncExternalStore(session.subscribe, session.get);
  const phase = usePlaying(player, ({ phase }) => phase);
  const duration = usePlaying(player, ({ duration }) => Math.floor(duration));
  const second = usePlaying(player, ({ time }) => Math.floor(time));
  const hasCaughtUp = usePlaying(player, ({ hasCaughtUp }) => hasCaughtUp);
  if (phase === 'failed') return <Note className="text-err">The sound stopped.</Note>;
  if (hasCaughtUp) return <Note>You’ve caught up with them.</Note>;
  return (
    <span className="flex min-w-0 grow items-center gap-3">
      <Wave
        wave={playable.wave}
        seed={addressOf(playable)}
        height={20}
        played={duration > 0 ? second / duration : 0}
        head="ink"
        className="min-w-0 grow"
      />
      <span className="shrink-0 text-[0.875rem] text-soft tabular-nums">
        <span className="sr-only">Left: </span>
        <span aria-hidden>−</span>
        {clock(Math.max(0, duration - second))}
      </span>
    </span>
  );
}

/** Moves the focus to the page, since the pressed button disappears with the deck. */
function close(): void {
  setDeck(null);
  const main = document.getElementById('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
}

function Note({ className, children }: { className?: string; children: string }) {
  return (
    <span role="status" className={classes('h-6 min-w-0 grow truncate text-meta', className)}>
      {children}
    </span>
  );
}
