import { PlayButton } from './PlayButton.tsx';
import { buttonState, type Player } from './player.ts';
import { usePlaying } from './usePlaying.ts';

type PlayerButtonProps = {
  player: Player;
  name: string;
  size?: 44 | 56 | undefined;
  onToggle?: () => void;
};

export function PlayerButton(props: PlayerButtonProps) {
  const { player, name, size = 56, onToggle = player.toggle } = props;
  const state = usePlaying(player, buttonState);
  return <PlayButton name={name} size={size} state={state} onToggle={onToggle} />;
}
