import { PlayButton } from './PlayButton.tsx';
import type { Player, Playing } from './player.ts';
import { usePlaying } from './usePlaying.ts';

/** Maps the player's phases to the button's states. */
const BUTTON_STATE = {
  paused: 'paused',
  playing: 'playing',
  waiting: 'loading',
  failed: 'failed',
} as const satisfies Record<Playing['phase'], string>;

type PlayerButtonProps = {
  player: Player;
  name: string;
  /** Where a press does more than play or pause. */
  onToggle?: () => void;
};

/** The play button of a player. */
export function PlayerButton({ player, name, onToggle = player.toggle }: PlayerButtonProps) {
  const phase = usePlaying(player, (playing) => playing.phase);
  return <PlayButton name={name} size={56} state={BUTTON_STATE[phase]} onToggle={onToggle} />;
}
