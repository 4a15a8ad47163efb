import type { Listening } from '#shared/episode.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { Wave } from '../../player/engine/Wave.tsx';
import { Title } from '../../ui/Title.tsx';

/** Stands in for the cover until there is one; dark in both themes. */
export function DrawnCover({ episode }: { episode: Listening['episode'] }) {
  const { title, wave, publicId, token, voice1Name, voice2Name } = episode;
  return (
    <div className="dark flex size-full min-h-0 flex-col justify-between bg-ground text-ink bg-[radial-gradient(120%_60%_at_50%_-12%,var(--spotlight),transparent_90%)] py-5">
      <Title as="p" text={title} className="line-clamp-4 px-5 text-[1.75rem]! leading-[1.08]!" />
      <Wave wave={wave} seed={publicId ?? token} height={96} className="-mx-4" />
      <p className="flex items-center gap-2 px-5 font-display">
        <SpeakerMark side="A" />
        <span className="min-w-0 grow truncate text-a">{voice1Name}</span>
        <span className="min-w-0 truncate text-b">{voice2Name}</span>
        <SpeakerMark side="B" />
      </p>
    </div>
  );
}
