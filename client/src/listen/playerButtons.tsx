import { Pause, Play, RotateCcw, RotateCw, SkipBack, SkipForward } from 'lucide-react';
import { buttonState, type Player } from '../player/engine/player.ts';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { classes } from '../ui/classes.ts';
import { LoadingRing } from '../ui/LoadingRing.tsx';

export function MainPlayButton({ player }: { player: Player }) {
  const state = usePlaying(player, buttonState);
  const on = state === 'playing' || state === 'loading';
  const Icon = on ? Pause : Play;
  return (
    <span className="relative size-19 shrink-0 [grid-area:play] [@media(max-height:640px)]:size-15 lg:size-15">
      <button
        type="button"
        onClick={() => player.toggle()}
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
export function SkipButton({ by, onPress }: { by: number; onPress: () => void }) {
  const Icon = by < 0 ? RotateCcw : RotateCw;
  return (
    <button
      type="button"
      onClick={onPress}
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

export function ChapterStep({ to, onPress }: { to: 'previous' | 'next'; onPress: () => void }) {
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
