import { useSales } from '../../api/sales.ts';
import { recordedOf } from '../../player/recorded.ts';
import { timeLeft } from '../../player/words.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { stageOf } from '../words.ts';
import type { EpisodeCardProps } from './cardProps.ts';
import { MoreKey } from './MoreKey.tsx';
import { PlayableRow } from './PlayableRow.tsx';
import { TitleLink } from './Row.tsx';

export function UnfinishedEpisode({ podcast, playback, onMore }: EpisodeCardProps) {
  const { publicId, title, wave, etaSeconds } = podcast;
  const { spoken, whole } = recordedOf(podcast);
  const left = timeLeft(etaSeconds);
  const sells = useSales();
  return (
    <PlayableRow
      title={title}
      wave={wave}
      seed={publicId}
      playback={playback}
      recorded={spoken / whole}
      more={<MoreKey podcast={podcast} onMore={onMore} />}
    >
      <TitleLink podcast={podcast} />
      <p className="mt-1 flex flex-wrap gap-x-3 text-meta">
        <StatusBadge>{stageOf(podcast, sells)}</StatusBadge>
        {left && <span className="text-soft">{left}</span>}
      </p>
    </PlayableRow>
  );
}
