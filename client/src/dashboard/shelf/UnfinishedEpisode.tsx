import { recordedOf } from '../../playback/recorded.ts';
import { timeLeft } from '../../playback/words.ts';
import { useSales } from '../../sales.ts';
import { PlayButton } from '../../ui/PlayButton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Wave } from '../../ui/Wave.tsx';
import { stageOf } from '../words.ts';
import type { EpisodeCardProps } from './cardProps.ts';
import { MoreKey } from './MoreKey.tsx';
import { Row, TitleLink } from './Row.tsx';

/** An episode in production, which can be heard as soon as its first part is there. */
export function UnfinishedEpisode({ podcast, playback, onMore }: EpisodeCardProps) {
  const { publicId, title, etaSeconds } = podcast;
  const { state, fraction, toggle } = playback;
  const isBegun = fraction > 0 || state === 'playing' || state === 'loading';
  const { spoken, whole } = recordedOf(podcast);
  const left = timeLeft(etaSeconds);
  const sells = useSales();
  return (
    <Row
      action={toggle && <PlayButton name={title} state={state} onToggle={toggle} />}
      foot={
        <Wave
          wave={podcast.wave}
          seed={publicId}
          height={40}
          played={isBegun ? fraction : spoken / whole}
          recorded={spoken / whole}
          head={isBegun ? 'ink' : 'air'}
        />
      }
      more={<MoreKey podcast={podcast} onMore={onMore} />}
    >
      <TitleLink podcast={podcast} />
      <p className="mt-1 flex flex-wrap gap-x-3 text-meta">
        <StatusBadge>{stageOf(podcast, sells)}</StatusBadge>
        {left && <span className="text-soft">{left}</span>}
      </p>
      {state === 'failed' && (
        <p role="alert" className="mt-1 text-meta font-semibold text-err">
          That didn’t start. Press play to try again.
        </p>
      )}
    </Row>
  );
}
