import {
  ArrowDownUp,
  CircleAlert,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  TextAlignStart,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { EpisodeWave } from '#shared/episode.ts';
import type { Chapters } from '#shared/script.ts';
import type { Sleep } from '../playback/deck/sleep.ts';
import { Button } from '../ui/Button.tsx';
import { type Player, SKIP_SECONDS } from '../ui/player.ts';
import { SheetButton } from '../ui/SheetButton.tsx';
import { lastStarted } from '../ui/started.ts';
import { usePlaying } from '../ui/usePlaying.ts';
import { ChapterList } from './ChapterList.tsx';
import { PlayerFrame } from './PlayerFrame.tsx';
import { Scrubber } from './Scrubber.tsx';
import { SleepButton } from './SleepButton.tsx';
import { SpeedButton } from './SpeedButton.tsx';

type PlayerPanelProps = {
  player: Player;
  sleep: Sleep;
  /** What stands in place of the chapter while there is none. */
  title: ReactNode;
  wave: EpisodeWave | null;
  seed: string;
  /** How much of it has been recorded while it is made, 0 to 1. */
  recorded?: number | undefined;
  chapters: Chapters['chapters'];
  /** Leads back to where the transcript was scrolled away from. */
  back: { label: string; onPress: () => void } | null;
};

/** The player at the bottom of the screen. */
export function PlayerPanel(props: PlayerPanelProps) {
  const { player, sleep, title, wave, seed, recorded, chapters, back } = props;
  const phase = usePlaying(player, (playing) => playing.phase);
  return (
    <PlayerFrame>
      {back && (
        <div className="absolute inset-x-0 -top-16 flex justify-center">
          <Button onClick={back.onPress}>
            <ArrowDownUp aria-hidden size={20} /> {back.label}
          </Button>
        </div>
      )}
      <div className="mx-auto max-w-column px-5">
        {phase === 'failed' ? (
          <Failed onRetry={() => player.retry()} />
        ) : (
          <Chapter player={player} chapters={chapters} title={title} />
        )}
      </div>
      <Scrubber player={player} wave={wave} seed={seed} recorded={recorded} chapters={chapters} />
      <div className="mx-auto mt-1 flex max-w-column items-center justify-between px-5">
        <SpeedButton player={player} />
        <SkipButton by={-SKIP_SECONDS} onPress={() => player.seekBy(-SKIP_SECONDS)} />
        <PlayButton player={player} />
        <SkipButton by={SKIP_SECONDS} onPress={() => player.seekBy(SKIP_SECONDS)} />
        <SleepButton sleep={sleep} chapters={chapters} />
      </div>
    </PlayerFrame>
  );
}

/** The main button of the page; its label says what a press does. */
function PlayButton({ player }: { player: Player }) {
  const phase = usePlaying(player, (playing) => playing.phase);
  const on = phase === 'playing' || phase === 'waiting';
  const Icon = on ? Pause : Play;
  return (
    <button
      type="button"
      onClick={() => player.toggle()}
      aria-label={on ? 'Pause' : 'Play'}
      aria-busy={phase === 'waiting' || undefined}
      className="button button-main grid size-19 shrink-0 place-items-center rounded-full [@media(max-height:640px)]:size-15"
    >
      <Icon
        aria-hidden
        size={32}
        fill="currentColor"
        strokeWidth={on ? 0 : 2}
        className={phase === 'waiting' ? 'animate-[pulsate_1.2s_ease-in-out_infinite]' : ''}
      />
    </button>
  );
}

/** `by` in seconds; negative skips back. */
function SkipButton({ by, onPress }: { by: number; onPress: () => void }) {
  const Icon = by < 0 ? RotateCcw : RotateCw;
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={`${Math.abs(by)} seconds ${by < 0 ? 'back' : 'forward'}`}
      className="relative grid size-13 shrink-0 max-[360px]:size-11 place-items-center rounded-full"
    >
      <Icon aria-hidden size={38} strokeWidth={1.75} />
      <span aria-hidden className="absolute text-[0.6875rem] font-bold">
        {Math.abs(by)}
      </span>
    </button>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex min-h-11 items-center justify-between gap-3">
      <p className="flex gap-2 font-semibold text-err">
        <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
        The sound stopped arriving.
      </p>
      <Button kind="quiet" onClick={onRetry} className="shrink-0">
        Try again
      </Button>
    </div>
  );
}

type ChapterProps = Pick<PlayerPanelProps, 'player' | 'chapters' | 'title'>;

/** The current chapter; opens the list of all chapters. */
function Chapter({ player, chapters, title }: ChapterProps) {
  const index = usePlaying(player, ({ time }) => lastStarted(chapters, time));
  const current = chapters[Math.max(index, 0)];
  if (!current) return <p className="flex min-h-11 items-center truncate font-bold">{title}</p>;
  const number = Math.max(index, 0) + 1;
  return (
    <SheetButton
      className="flex min-h-11 w-full items-center gap-3 rounded-chip text-left"
      face={
        <>
          <span className="min-w-0 grow truncate font-bold">{current.title}</span>
          <span className="shrink-0 text-meta text-soft">
            Chapter {number} of {chapters.length}
          </span>
          <TextAlignStart aria-hidden size={22} className="shrink-0 text-soft" />
        </>
      }
      title="Where to?"
      small
    >
      {(_close, closeSoon) => (
        <ChapterList
          chapters={chapters}
          player={player}
          onGo={(time) => {
            player.seek(time);
            player.play();
            closeSoon();
          }}
        />
      )}
    </SheetButton>
  );
}
