import { Wave } from './Wave.tsx';

/** A tape with nothing on it: stands where there is nothing to see or to hear yet. */
export function EmptyEpisode({ seed }: { seed: string }) {
  return (
    <div aria-hidden className="grille overflow-hidden rounded-card bg-well py-4 shadow-pit">
      <Wave seed={seed} height={72} played={0} />
    </div>
  );
}
