import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { clock } from '#shared/clock.ts';
import type { Sample } from '#shared/samples.ts';
import { samplesQuery } from '../../api/samples.ts';
import { playableOfSample } from '../../player/deck/playable.ts';
import { useRow } from '../../player/deck/useRow.ts';
import { Title } from '../../ui/Title.tsx';
import { PlayableRow } from './PlayableRow.tsx';

export function DemoRow({ title }: { title: string }) {
  const [sample] = useQuery(samplesQuery).data?.samples ?? [];
  if (!sample) return null;
  return (
    <section aria-labelledby="demo">
      <h2 id="demo" className="mb-2 text-h3!">
        {title}
      </h2>
      <ul>
        <Demo sample={sample} />
      </ul>
    </section>
  );
}

function Demo({ sample }: { sample: Sample }) {
  const { token, title, voice1Name, voice2Name, durationSeconds } = sample;
  const playback = useRow(playableOfSample(sample));
  return (
    <PlayableRow title={title} wave={sample.wave} seed={token} playback={playback}>
      <Link href={`/listen?episode=${token}`} className="-my-1.5 block rounded-chip py-1.5">
        <Title text={title} className="line-clamp-2" />
      </Link>
      <p className="mt-1 text-meta text-soft">
        {voice1Name} and {voice2Name}, {clock(durationSeconds)}
      </p>
    </PlayableRow>
  );
}
