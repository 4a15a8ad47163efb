import type { Podcast } from '#shared/episode.ts';
import { useSound } from '../../ui/sound.ts';
import { EpisodeCard, type EpisodeCardProps } from './EpisodeCard.tsx';
import { atRest, type Playback } from './playback.ts';

/** An episode of the shelf that plays in its row. */
export function LiveEpisode(props: Omit<EpisodeCardProps, 'playback'>) {
  return <EpisodeCard {...props} playback={usePlayback(props.podcast)} />;
}

function usePlayback(podcast: Podcast): Playback {
  const { audioUrl, durationSeconds } = podcast;
  const sound = useSound();
  const rest = atRest(podcast);
  if (audioUrl === null) return rest;
  const toggle = () => sound.toggle(audioUrl);
  if (sound.src === null) return { ...rest, toggle };
  const { state, played } = sound;
  const secondsLeft = durationSeconds && (1 - played) * durationSeconds;
  return { ...rest, state, fraction: played, secondsLeft, toggle };
}
