import type { AdminPodcast } from '#shared/admin.ts';
import { retryEpisode } from '../api/admin.ts';
import { Button } from '../ui/Button.tsx';
import { useAdminAction } from './useAdminAction.ts';

const WORDS = { again: 'Try again', gift: 'Make it as a gift' };

/** Makes a failed or stuck episode once more; nothing where that is not possible. */
export function RetryKey({ episode: { publicId, title, retry } }: { episode: AdminPodcast }) {
  const action = useAdminAction({
    ...retryEpisode(publicId),
    done: () => 'It is being made once more, with all that was bought for it',
    failed: 'It is not made once more',
  });
  if (!retry) return null;
  return (
    <Button
      aria-label={`${WORDS[retry]}: ${title}`}
      className="px-3!"
      pending={action.isPending}
      pendingLabel="Starting..."
      onClick={() => action.start(retry === 'gift')}
    >
      {WORDS[retry]}
    </Button>
  );
}
