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
  size?: 44 | 56 | undefined;
  /** Where a press does more than play or pause. */
  onToggle?: () => void;
};

/** The play button of a player. */
export function PlayerButton(props: PlayerButtonProps) {
  const { player, name, size = 56, onToggle = player.toggle } = props;
  const phase = usePlaying(player, (playing) => playing.phase);
  return <PlayButton name={name} size={size} state={BUTTON_STATE[phase]} onToggle={onToggle} />;
}
