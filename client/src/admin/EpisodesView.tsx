import { Link } from 'wouter';
import type { AdminPodcast } from '#shared/admin.ts';
import { podcastPages, retryEpisode, setSample } from '../api/admin.ts';
import { useSales } from '../api/sales.ts';
import { ActionButton, Switch } from './actions.tsx';
import { EpisodeDetails, EpisodeFlags } from './EpisodeDetails.tsx';
import { pluralize } from './format.ts';
import { ListView } from './ListView.tsx';
import { Facts, FlagNote, Moment } from './parts.tsx';

const statuses = [
  ['', 'All statuses'],
  ['processing', 'In the making'],
  ['stuck', 'Stuck'],
  ['failed', 'Failed'],
  ['completed', 'Finished'],
  ['deleted', 'Deleted'],
  ['flagged', 'Needs a look'],
] as const;

export default function EpisodesView() {
  return (
    <ListView
      things="episodes"
      query={podcastPages}
      rowsOf={({ podcasts }) =>
        podcasts.map((episode) => <EpisodeRow key={episode.publicId} episode={episode} />)
      }
      empty="No episodes yet."
      filters={{
        layout: 'mb-5 lg:max-w-70',
        choice: {
          label: 'Status',
          name: 'status',
          marks: ['flagged', 'stuck'],
          options: statuses,
        },
        noMatch: 'No episodes with that status.',
        showAll: 'Show all episodes',
      }}
    />
  );
}

const STAGES: Record<AdminPodcast['stage'], string> = {
  queued: 'Waiting for the studio',
  reading: 'Being read up on',
  writing: 'Being written',
  speaking: 'Being spoken',
  mastering: 'Being mixed',
  publishing: 'Being put on the shelf',
  emailing: 'Its email is being sent',
};

const STATES: Record<Exclude<AdminPodcast['status'], 'processing'>, string> = {
  completed: 'Finished',
  failed: 'Failed',
  deleted: 'Deleted',
};

const RETRIES = { again: 'Try again', gift: 'Make it as a gift' };

const link = 'flex min-h-11 items-center rounded-chip underline underline-offset-4';

function EpisodeRow({ episode }: { episode: AdminPodcast }) {
  const { publicId, orderId, title, status, attempts, listenUrl, stuckSince, retry } = episode;
  const { yes, no } = episode.verdicts;
  const sells = useSales();
  const hearable = status === 'completed' || episode.isSample;
  return (
    <>
      <div className="pt-4 xl:grid xl:grid-cols-[minmax(0,1fr)_10rem_3.5rem_7.5rem] xl:items-baseline xl:gap-x-4">
        <div dir="auto" className="font-bold [overflow-wrap:anywhere] xl:truncate">
          {title || 'A deleted episode'}
        </div>
        <div className="text-meta text-soft [overflow-wrap:anywhere] xl:contents">
          <div className="flex flex-wrap gap-x-3.5 xl:contents">
            <span className="font-semibold text-ink">
              {status === 'processing' ? STAGES[episode.stage] : STATES[status]}
            </span>
            <span className="xl:text-right">{episode.duration} min</span>
            <span className="xl:text-right">
              <Moment at={episode.createdAt} />
            </span>
          </div>
          <div className="xl:col-span-full">
            <Facts
              facts={[
                `${episode.voice1Name} and ${episode.voice2Name}`,
                episode.email,
                attempts > 0 && pluralize(attempts, 'provider failure'),
                yes + no > 0 && `${yes} found it right, ${no} didn’t`,
              ]}
            />
            {stuckSince && (
              <FlagNote>
                Stuck: no progress since <Moment at={stuckSince} />
              </FlagNote>
            )}
            <EpisodeFlags episode={episode} />
          </div>
        </div>
      </div>
      <div className="mt-1 mb-2 flex min-h-11 flex-wrap gap-x-6 text-meta">
        <EpisodeDetails episode={episode} />
        {sells && orderId && (
          <Link href={`/admin?view=orders&order=${orderId}`} className={link}>
            Order
          </Link>
        )}
        {listenUrl && (
          <Link href={listenUrl} className={link}>
            Listen
          </Link>
        )}
        <span className="ml-auto">
          {hearable ? (
            <Switch
              label={`${title} is a demo`}
              caption="Demo"
              on={episode.isSample}
              action={{ ...setSample(publicId), failed: 'The demos weren’t changed' }}
            />
          ) : (
            retry && (
              <ActionButton
                action={{
                  ...retryEpisode(publicId),
                  done: () =>
                    sells
                      ? 'It’s being made again, with everything bought for it so far'
                      : 'It’s being made again, with everything made so far',
                  failed: 'It isn’t being made again',
                }}
                input={retry === 'gift'}
                aria-label={`${RETRIES[retry]}: ${title}`}
                className="px-3!"
                pendingLabel="Starting..."
              >
                {RETRIES[retry]}
              </ActionButton>
            )
          )}
        </span>
      </div>
    </>
  );
}
