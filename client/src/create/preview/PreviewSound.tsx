import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { clock } from '#shared/clock.ts';
import type { Preview } from '#shared/previews.ts';
import type { Duration } from '#shared/pricing.ts';
import { askForSound } from '../../api/previews.ts';
import { PlayerButton } from '../../player/engine/PlayerButton.tsx';
import type { Player } from '../../player/engine/player.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { usePartPlayer } from '../../player/usePartPlayer.ts';
import { type Refusal, refusalFrom } from './previewRefusal.ts';

/** Longer than any preview, s. */
const LONGEST = 90;

type PreviewSoundProps = {
  preview: Preview;
  minutes: Duration;
  /** Gets null once the sound is asked for again. */
  onRefusal: (refusal: Refusal | null) => void;
  onPlayer: (player: Player | null) => void;
};

/** The first press has the sound made, and plays it as it comes. */
export function PreviewSound({ preview, minutes, onRefusal, onPlayer }: PreviewSoundProps) {
  const { id, sound, failure } = preview;
  const isAsked = sound.state !== 'none';
  const { player, reach } = usePartPlayer({
    partsUrl: isAsked ? sound.partsUrl : null,
    isWhole: sound.state === 'ready',
    duration: LONGEST,
  });
  useEffect(() => {
    onPlayer(player);
    return () => onPlayer(null);
  }, [player, onPlayer]);
  const { mutate, isPending } = useMutation({
    ...askForSound,
    onError: (error) => {
      player.pause();
      onRefusal(refusalFrom(error, new Date()));
    },
  });
  const hasFailed = failure !== null && !isAsked;
  useEffect(() => {
    if (hasFailed) player.pause();
  }, [hasFailed, player]);
  function toggle() {
    player.toggle();
    if (isAsked || isPending) return;
    onRefusal(null);
    mutate({ id, minutes });
  }
  return (
    <div className="flex items-center gap-4">
      <PlayerButton player={player} name="how it starts" onToggle={toggle} />
      <p className="text-meta text-soft tabular-nums">
        <Length player={player} seconds={sound.seconds} reach={reach} />
      </p>
    </div>
  );
}

type LengthProps = { player: Player; seconds: number | null; reach: number };

function Length({ player, seconds, reach }: LengthProps) {
  const isWaiting = usePlaying(player, ({ phase }) => phase === 'waiting');
  const hasFailed = usePlaying(player, ({ phase }) => phase === 'failed');
  const second = usePlaying(player, ({ time }) => Math.floor(time));
  if (hasFailed) return 'The sound stopped. Press play to try again.';
  if (isWaiting && reach === 0) return 'They step up to the mics...';
  if (second > 0 && seconds !== null) return `${clock(second)} of ${clock(seconds)}`;
  if (second > 0) return clock(second);
  return seconds === null ? '20 to 40 seconds' : clock(seconds);
}
