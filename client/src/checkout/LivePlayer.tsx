import { PlayerRow } from '../ui/PlayerRow.tsx';
import type { Player } from '../ui/player.ts';
import { usePlaying } from '../ui/usePlaying.ts';

type LivePlayerProps = { player: Player; seed: string; isMade: boolean };

/** Plays what is finished while the rest is made, and goes on when everything is. */
export function LivePlayer({ player, seed, isMade }: LivePlayerProps) {
  const phase = usePlaying(player, (playing) => playing.phase);
  const isAtEdge = usePlaying(
    player,
    ({ phase, time, buffered }) => phase === 'waiting' && !isMade && time >= buffered - 1,
  );
  return (
    <section aria-label="Player" className="grille rounded-card bg-panel p-4 shadow-lift">
      <PlayerRow player={player} name="what is there" seed={seed} width={260} />
      <p role="status" className="text-meta text-soft">
        {isAtEdge && 'You’ve caught up with them. It goes on by itself.'}
        {phase === 'failed' && 'The sound stopped arriving. Press play to try again.'}
      </p>
    </section>
  );
}
