import type { AdminPodcast } from '#shared/admin.ts';
import { retryEpisode } from '../api/admin.ts';
import { Button } from '../ui/Button.tsx';
import { useAct } from './useAct.ts';

const WORDS = { again: 'Try again', gift: 'Make it as a gift' };

/** Makes a failed or stuck episode once more; nothing where that is not possible. */
export function RetryKey({ episode: { publicId, title, retry } }: { episode: AdminPodcast }) {
  const act = useAct({
    ...retryEpisode(publicId),
    done: () => 'It is being made once more, with all that was bought for it',
    failed: 'It is not made once more',
  });
  if (!retry) return null;
  return (
    <Button
      aria-label={`${WORDS[retry]}: ${title}`}
      className="px-3!"
      pending={act.isPending}
      pendingLabel="Starting..."
      onClick={() => act.start(retry === 'gift')}
    >
      {WORDS[retry]}
    </Button>
  );
}
