import { Pause, Play } from 'lucide-react';
import { classes } from '../../ui/classes.ts';
import { LoadingRing } from '../../ui/LoadingRing.tsx';
import type { Sound } from './sound.ts';

type PlayButtonProps = {
  name: string;
  state: Sound['state'];
  onToggle: () => void;
  size?: 44 | 56 | undefined;
};

export function PlayButton(props: PlayButtonProps) {
  const { name, state, onToggle, size = 44 } = props;
  const isLoading = state === 'loading';
  const on = state === 'playing' || isLoading;
  const Icon = on ? Pause : Play;
  return (
    <span className="relative block shrink-0">
      <button
        type="button"
        aria-label={`${on ? 'Pause' : 'Play'} ${name}`}
        aria-busy={isLoading || undefined}
        onClick={onToggle}
        style={{ width: size, height: size }}
        className={classes('button grid place-items-center rounded-full', on && 'button-main')}
      >
        <Icon aria-hidden size={size * 0.36} fill="currentColor" className={on ? '' : 'ml-0.5'} />
      </button>
      <LoadingRing isLoading={isLoading} />
    </span>
  );
}
