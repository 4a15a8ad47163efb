import { clock } from '#shared/clock.ts';
import type { Listening } from '#shared/episode.ts';
import { timeStyle, YourQuestions } from '../player/YourQuestions.tsx';
import { SourcesButton } from './sources/SourcesButton.tsx';
import type { EpisodeSourcesState } from './sources/useEpisodeSources.ts';

type EpisodeQuestionsProps = {
  episode: Listening['episode'];
  sources: EpisodeSourcesState;
  onGo: (time: number) => void;
  onSources: () => void;
};

export const beforeTheLines = 'mb-6 flex flex-col gap-6 empty:hidden';

export function EpisodeQuestions({ episode, sources, onGo, onSources }: EpisodeQuestionsProps) {
  return (
    <div className={beforeTheLines}>
      <YourQuestions
        title={episode.isOwner ? 'Your questions' : 'What was asked'}
        answersUrl={episode.answersUrl}
        place={(start, question) => (
          <button
            type="button"
            aria-label={`Play from ${clock(start)}: ${question}`}
            onClick={() => onGo(start)}
            className={timeStyle}
          >
            {clock(start)}
          </button>
        )}
      />
      <SourcesButton sources={sources} onOpen={onSources} />
    </div>
  );
}
