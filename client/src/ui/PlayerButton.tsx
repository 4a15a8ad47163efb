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

/** The play button of a player. */
export function PlayerButton({ player, name }: { player: Player; name: string }) {
  const phase = usePlaying(player, (playing) => playing.phase);
  return (
    <PlayButton
      name={name}
      size={56}
      state={BUTTON_STATE[phase]}
      onToggle={() => player.toggle()}
    />
  );
}
