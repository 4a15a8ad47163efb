import { PlayerRow } from '../ui/PlayerRow.tsx';
import type { Player } from '../ui/player.ts';
import { usePlaying } from '../ui/usePlaying.ts';

type EarlyDeckProps = { player: Player; seed: string; isMade: boolean };

/** What can be heard while the rest is made; it goes on being heard when all of it is. */
export function LivePlayer({ player, seed, isMade }: EarlyDeckProps) {
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
