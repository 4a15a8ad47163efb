import { useQuery } from '@tanstack/react-query';
import type { Listening, Stage } from '#shared/episode.ts';
import { livePodcastQuery } from '../../api/podcasts.ts';
import type { Player } from '../../player/engine/player.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { ReadingUp } from '../../player/ReadingUp.tsx';
import { classes } from '../../ui/classes.ts';

type Episode = Listening['episode'];

type BeforeTheFirstLineProps = { episode: Episode; stage: Stage; player: Player };

export function BeforeTheFirstLine({ episode, stage, player }: BeforeTheFirstLineProps) {
  const { voice1Name, voice2Name, publicId } = episode;
  const isWaiting = usePlaying(player, ({ phase }) => phase === 'waiting');
  return (
    <>
      <div className="flex gap-1.5">
        <Host side="A" name={voice1Name} />
        <Host side="B" name={voice2Name} />
      </div>
      {stage === 'reading' && publicId && <Sources publicId={publicId} />}
      <p className="mt-5 text-lead">Every line appears here the moment it’s spoken.</p>
      {!isWaiting && (
        <p className="mt-2 text-soft">
          Press play now if you like, and it starts with the first line.
        </p>
      )}
    </>
  );
}

function Host({ side, name }: { side: 'A' | 'B'; name: string }) {
  return (
    <p
      className={classes(
        'flex h-34 min-w-0 flex-1 flex-col justify-center bg-button',
        side === 'A'
          ? 'rounded-[20px_68px_68px_20px] pr-9 pl-5'
          : 'rounded-[68px_20px_20px_68px] pr-5 pl-9 text-right',
      )}
    >
      <span className="text-meta text-soft">{side === 'A' ? 'Mic 1' : 'Mic 2'}</span>
      <span
        className={classes(
          'font-display leading-tight [overflow-wrap:anywhere]',
          name.length > 9 ? 'text-[1.3125rem]' : 'text-[1.8125rem]',
          side === 'A' ? 'text-a' : 'text-b',
        )}
      >
        {name}
      </span>
    </p>
  );
}

/** Only the owner may see the sources. */
function Sources({ publicId }: { publicId: string }) {
  const { data } = useQuery(livePodcastQuery(publicId, false));
  return <ReadingUp stage="reading" sources={data?.podcast.sources ?? []} />;
}
