import { Wave } from './Wave.tsx';

/** An empty wave, for places that have no episode to show yet. */
export function EmptyEpisode({ seed }: { seed: string }) {
  return (
    <div aria-hidden className="grille overflow-hidden rounded-card bg-well py-4 shadow-pit">
      <Wave seed={seed} height={72} played={0} />
    </div>
  );
}
