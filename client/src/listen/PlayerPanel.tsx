import { ArrowDownUp, CircleAlert, CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Chapters } from '#shared/script.ts';
import type { EpisodeWave } from '#shared/wave.ts';
import { toNextChapter, toPreviousChapter } from '../player/chapterSteps.ts';
import type { Sleep } from '../player/deck/sleep.ts';
import { type Player, SKIP_SECONDS } from '../player/engine/player.ts';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { ChapterButton } from './ChapterButton.tsx';
import { PlayerFrame } from './PlayerFrame.tsx';
import { ChapterStep, MainPlayButton, SkipButton } from './playerButtons.tsx';
import { Scrubber } from './Scrubber.tsx';
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
  back: { label: string; onPress: () => void } | null;
  onHelp?: (() => void) | undefined;
};

export function PlayerPanel(props: PlayerPanelProps) {
  const { player, sleep, title, wave, seed, recorded, chapters, back, onHelp } = props;
  const phase = usePlaying(player, (playing) => playing.phase);
  return (
    <PlayerFrame>
      {back && (
        <div className="pointer-events-none absolute inset-x-0 -top-16 flex justify-center">
          <Button onClick={back.onPress} className="pointer-events-auto">
            <ArrowDownUp aria-hidden size={20} /> {back.label}
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
          <Failed onRetry={() => player.retry()} />
        ) : (
          <ChapterButton player={player} chapters={chapters} title={title} />
        )}
      </div>
      <Scrubber player={player} wave={wave} seed={seed} recorded={recorded} chapters={chapters} />
      {chapters.length > 1 && (
        <>
          <ChapterStep to="previous" onPress={() => toPreviousChapter(player, chapters)} />
          <ChapterStep to="next" onPress={() => toNextChapter(player, chapters)} />
        </>
      )}
      <div className="[grid-area:speed] lg:mr-1">
        <SpeedButton player={player} />
      </div>
      <SkipButton by={-SKIP_SECONDS} onPress={() => player.seekBy(-SKIP_SECONDS)} />
      <MainPlayButton player={player} />
      <SkipButton by={SKIP_SECONDS} onPress={() => player.seekBy(SKIP_SECONDS)} />
      <div className="justify-self-end [grid-area:sleep]">
        <SleepButton sleep={sleep} chapters={chapters} />
      </div>
      {onHelp && (
        <button
          type="button"
          aria-label="Keyboard shortcuts"
          aria-haspopup="dialog"
          aria-keyshortcuts="?"
          onClick={({ currentTarget }) => {
            currentTarget.focus({ preventScroll: true });
            onHelp();
          }}
          className="hidden size-11 place-items-center rounded-full text-soft [grid-area:help] lg:grid"
        >
          <CircleQuestionMark aria-hidden size={24} />
        </button>
      )}
    </PlayerFrame>
  );
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
