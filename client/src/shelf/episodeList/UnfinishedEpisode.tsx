import { useSales } from '../../api/sales.ts';
import { timeLeft } from '../../player/progressText.ts';
import { recordedOf } from '../../player/recorded.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { stageOf } from '../episodeText.ts';
import type { EpisodeCardProps } from './cardProps.ts';
import { TitleLink } from './EpisodeRow.tsx';
import { MoreButton } from './MoreButton.tsx';
import { PlayableRow } from './PlayableRow.tsx';

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
      more={<MoreButton podcast={podcast} onMore={onMore} />}
    >
      <TitleLink podcast={podcast} />
      <p className="mt-1 flex flex-wrap gap-x-3 text-meta">
        <StatusBadge>{stageOf(podcast, sells)}</StatusBadge>
        {left && <span className="text-soft">{left}</span>}
      </p>
    </PlayableRow>
  );
}
