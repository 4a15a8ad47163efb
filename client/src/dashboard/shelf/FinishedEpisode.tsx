import { Check } from 'lucide-react';
import { useHydrated } from '../../ui/hydrated.ts';
import { PlayButton } from '../../ui/PlayButton.tsx';
import { Wave } from '../../ui/Wave.tsx';
import { dayOf, minutesLeft } from '../words.ts';
import type { EpisodeCardProps } from './cardProps.ts';
import { MoreKey } from './MoreKey.tsx';
import type { Playback } from './playback.ts';
import { Refund } from './Refund.tsx';
import { Row, TitleLink } from './Row.tsx';

/** A finished episode: how much of it is left, and a key that goes on where its owner stopped. */
export function FinishedEpisode({ podcast, order, playback, onMore }: EpisodeCardProps) {
  const { publicId, title, voice1Name, voice2Name, duration, createdAt } = podcast;
  const { state, fraction, toggle } = playback;
  const isBegun = fraction > 0 || state === 'playing' || state === 'loading';
  return (
    <Row
      action={toggle && <PlayButton name={title} state={state} onToggle={toggle} />}
      foot={
        <Wave
          wave={podcast.wave}
          seed={publicId}
          height={40}
          played={isBegun ? fraction : 1}
          head={isBegun ? 'ink' : undefined}
        />
      }
      more={<MoreKey podcast={podcast} onMore={onMore} />}
    >
      <TitleLink podcast={podcast} />
      <div className="mt-1 flex flex-wrap gap-x-3 text-meta">
        <p className="text-soft">
          {voice1Name} and {voice2Name}, {duration}
          {'\u00a0'}min
          <Day of={createdAt} />
          <Refund order={order} before=". " />
        </p>
        <Heard playback={playback} />
      </div>
      {state === 'failed' && (
        <p role="alert" className="mt-1 text-meta font-semibold text-err">
          That didn’t start. Press play to try again.
        </p>
      )}
    </Row>
  );
}

/** Not in the prerendered HTML, as "today" depends on the visitor's time zone. */
const Day = ({ of }: { of: string }) => useHydrated() && `, ${dayOf(of, new Date())}`;

/** What is left of it, or that it was heard to the end. */
function Heard({ playback: { secondsLeft, isPlayed } }: { playback: Playback }) {
  if (secondsLeft !== null) {
    return <p className="font-semibold">{minutesLeft(secondsLeft)}</p>;
  }
  if (!isPlayed) return null;
  return (
    <p className="flex items-center gap-1.5 font-semibold">
      <Check aria-hidden size={18} strokeWidth={2.5} className="shrink-0" /> Played
    </p>
  );
}
