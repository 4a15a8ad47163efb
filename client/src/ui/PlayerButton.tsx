import { PlayButton } from './PlayButton.tsx';
import type { Player, Playing } from './player.ts';
import { usePlaying } from './usePlaying.ts';

/** What the play key calls the phases of the player. */
const KEY_STATE = {
  paused: 'paused',
  playing: 'playing',
  waiting: 'loading',
  failed: 'failed',
} as const satisfies Record<Playing['phase'], string>;

/** The play key of a player. */
export function PlayerButton({ player, name }: { player: Player; name: string }) {
  const phase = usePlaying(player, (playing) => playing.phase);
  return (
    <PlayButton name={name} size={56} state={KEY_STATE[phase]} onToggle={() => player.toggle()} />
  );
}
