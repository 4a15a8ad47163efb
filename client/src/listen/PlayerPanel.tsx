import {
  ArrowDownUp,
  CircleAlert,
  CircleQuestionMark,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  SkipBack,
  SkipForward,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { clock } from '#shared/clock.ts';
import type { Chapters } from '#shared/script.ts';
import type { EpisodeWave } from '#shared/wave.ts';
import type { Sleep } from '../player/deck/sleep.ts';
import { PositionSlider } from '../player/engine/PositionSlider.tsx';
import { buttonState, type Player, SKIP_SECONDS } from '../player/engine/player.ts';
import { toNextChapter, toPreviousChapter } from '../player/engine/started.ts';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { LoadingRing } from '../ui/LoadingRing.tsx';
import { OpenerButton } from '../ui/SheetButton.tsx';
import { ChapterButton } from './ChapterList.tsx';
import { PlayerFrame } from './EpisodeLayout.tsx';
import { SleepButton } from './SleepButton.tsx';
import { SpeedButton } from './SpeedButton.tsx';

type PlayerPanelProps = {
  player: Player;
  sleep: Sleep;
  /** Shown without chapters. */
  title: ReactNode;
  wave: EpisodeWave | null;
  seed: string;
  /** Fraction recorded while the episode is being made, 0 to 1. */
  recorded?: number | undefined;
  chapters: Chapters['chapters'];
  /** Leads back to the sound, while the page does not follow it. */
  onBack: (() => void) | null;
  onHelp?: (() => void) | undefined;
};

export function PlayerPanel(props: PlayerPanelProps) {
  const { player, sleep, title, wave, seed, recorded, chapters, onBack, onHelp } = props;
  const phase = usePlaying(player, (playing) => playing.phase);
  const [height] = useState(() => waveHeightOn(window));
  return (
    <PlayerFrame>
      {onBack && (
        <div className="pointer-events-none absolute inset-x-0 -top-16 flex justify-center">
          <Button onClick={onBack} className="pointer-events-auto">
            <ArrowDownUp aria-hidden size={20} /> Back to now
          </Button>
        </div>
      )}
      {/* Without chapters it also takes the place of the buttons that step through them. */}
      <div
        className={classes(
          'min-w-0 [grid-area:chapter]',
          chapters.length < 2 && 'lg:col-end-[back-start]',
        )}
      >
        {phase === 'failed' ? (
          <Failed onRetry={player.retry} />
        ) : (
          <ChapterButton player={player} chapters={chapters} title={title} />
        )}
      </div>
      <PositionSlider
        player={player}
        label="Place in the episode"
        wave={wave}
        seed={seed}
        recorded={recorded}
        height={height}
        chapters={chapters}
        className="mx-[calc(50%-50vw)] [grid-area:wave] lg:mx-0 lg:rounded-well lg:bg-well lg:shadow-pit"
      >
        {(now, duration) => (
          <>
            <span className="flex h-11 items-center self-start font-bold tabular-nums [grid-area:now] lg:self-center lg:pl-2">
              {clock(now)}
            </span>
            <span className="flex h-11 items-center justify-end self-start text-soft tabular-nums [grid-area:left] lg:self-center lg:pr-2">
              −{clock(duration - now)}
            </span>
          </>
        )}
      </PositionSlider>
      {chapters.length > 1 && (
        <>
          <ChapterStep to="previous" onPress={() => toPreviousChapter(player, chapters)} />
          <ChapterStep to="next" onPress={() => toNextChapter(player, chapters)} />
        </>
      )}
      <div className="[grid-area:speed] lg:mr-1">
        <SpeedButton player={player} />
      </div>
      <SkipButton by={-SKIP_SECONDS} player={player} />
      <MainPlayButton player={player} />
      <SkipButton by={SKIP_SECONDS} player={player} />
      <div className="justify-self-end [grid-area:sleep]">
        <SleepButton sleep={sleep} chapters={chapters} />
      </div>
      {onHelp && (
        <OpenerButton
          aria-label="Keyboard shortcuts"
          aria-keyshortcuts="?"
          onOpen={onHelp}
          className="hidden size-11 place-items-center rounded-full text-soft [grid-area:help] lg:grid"
        >
          <CircleQuestionMark aria-hidden size={24} />
        </OpenerButton>
      )}
    </PlayerFrame>
  );
}

/** Px: lower on a low screen, and where the whole player is one row. */
function waveHeightOn(screen: Window): number {
  if (screen.innerWidth >= 1024) return 48;
  return screen.innerHeight < 640 ? 44 : 72;
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex min-h-11 items-center justify-between gap-3">
      <p className="flex gap-2 leading-tight font-semibold text-err">
        <CircleAlert aria-hidden size={20} className="shrink-0" />
        The sound stopped.
      </p>
      <Button kind="quiet" onClick={onRetry} className="shrink-0">
        Try again
      </Button>
    </div>
  );
}

function MainPlayButton({ player }: { player: Player }) {
  const state = usePlaying(player, buttonState);
  const on = state === 'playing' || state === 'loading';
  const Icon = on ? Pause : Play;
  return (
    <span className="relative size-19 shrink-0 [grid-area:play] [@media(max-height:640px)]:size-15 lg:size-15">
      <button
        type="button"
        onClick={player.toggle}
        aria-label={on ? 'Pause' : 'Play'}
        aria-busy={state === 'loading' || undefined}
        className="button button-main grid size-full place-items-center rounded-full"
      >
        <Icon
          aria-hidden
          size={32}
          fill="currentColor"
          strokeWidth={on ? 0 : 2}
          className="lg:size-6.5"
        />
      </button>
      <LoadingRing isLoading={state === 'loading'} />
    </span>
  );
}

/** `by` in seconds; negative skips back. */
function SkipButton({ by, player }: { by: number; player: Player }) {
  const Icon = by < 0 ? RotateCcw : RotateCw;
  return (
    <button
      type="button"
      onClick={() => player.seekBy(by)}
      aria-label={`${Math.abs(by)} seconds ${by < 0 ? 'back' : 'forward'}`}
      aria-keyshortcuts={by < 0 ? 'J' : 'L'}
      className={classes(
        'relative grid size-13 shrink-0 place-items-center justify-self-center rounded-full max-[360px]:size-11 lg:size-11',
        by < 0 ? '[grid-area:back]' : '[grid-area:forward]',
      )}
    >
      <Icon aria-hidden size={38} strokeWidth={1.75} className="lg:size-8.5" />
      <span aria-hidden className="absolute text-[0.6875rem] font-bold lg:text-[0.625rem]">
        {Math.abs(by)}
      </span>
    </button>
  );
}

function ChapterStep({ to, onPress }: { to: 'previous' | 'next'; onPress: () => void }) {
  const isNext = to === 'next';
  const Icon = isNext ? SkipForward : SkipBack;
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={isNext ? 'Next chapter' : 'Previous chapter'}
      aria-keyshortcuts={isNext ? 'N' : 'P'}
      className={classes(
        // Reaches below its row, where there is room beside the play button.
        'grid size-11 place-items-center self-start justify-self-center rounded-full lg:self-center',
        isNext ? '[grid-area:next]' : '[grid-area:previous]',
      )}
    >
      <Icon aria-hidden size={22} fill="currentColor" />
    </button>
  );
}
