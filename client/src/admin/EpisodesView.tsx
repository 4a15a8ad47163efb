import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AdminPodcast } from '#shared/admin.ts';
import { podcastPages, retryEpisode, setSample } from '../api/admin.ts';
import { useSales } from '../api/sales.ts';
import { Button } from '../ui/Button.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Facts, FlagNote, Moment } from './AdminRow.tsx';
import { useAddress } from './address.ts';
import { Part } from './Details.tsx';
import { CostCard, QualityCard, ReadingCard } from './EpisodeFigures.tsx';
import { EpisodeSources } from './EpisodeSources.tsx';
import { PagedList } from './Fetched.tsx';
import { Fold } from './Fold.tsx';
import { flagWords, pluralize } from './format.ts';
import { Switch } from './Switch.tsx';
import { useAdminAction } from './useAdminAction.ts';
import { VerdictNotes, verdictText } from './Verdicts.tsx';

const statuses = [
  ['', 'All statuses'],
  ['processing', 'In the making'],
  ['stuck', 'Stuck'],
  ['failed', 'Failed'],
  ['completed', 'Finished'],
  ['deleted', 'Deleted'],
  ['flagged', 'Needs a look'],
] as const;

/** Choices that are no status of their own. */
const marks = ['flagged', 'stuck'] as const;

export default function EpisodesView() {
  const address = useAddress();
  const search = {
    status: address.get('status'),
    flagged: address.get('flagged'),
    stuck: address.get('stuck'),
  };
  const pages = useInfiniteQuery(podcastPages(search));
  const chosen = marks.find((mark) => search[mark]) ?? search.status;
  const narrow = (choice: string) => {
    const isMark = marks.some((mark) => mark === choice);
    address.set({
      status: isMark ? '' : choice,
      flagged: '',
      stuck: '',
      ...(isMark && { [choice]: '1' }),
    });
  };
  return (
    <>
      <SelectField
        label="Status"
        className="mb-5 lg:max-w-70"
        options={statuses}
        value={chosen}
        onChange={({ target }) => narrow(target.value)}
      />
      <PagedList
        pages={pages}
        things="episodes"
        itemsOf={(page) => page.podcasts}
        keyOf={({ publicId }) => publicId}
        empty={chosen ? 'No episodes with that status.' : 'No episodes yet.'}
        action={chosen && <Button onClick={() => narrow('')}>Show all episodes</Button>}
      >
        {(episode) => <EpisodeRow episode={episode} />}
      </PagedList>
    </>
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

const episodeState = ({ status, stage }: AdminPodcast): string =>
  status === 'processing' ? STAGES[stage] : STATES[status];

function EpisodeRow({ episode }: { episode: AdminPodcast }) {
  const { publicId, orderId, title, status, failure, attempts, listenUrl, stuckSince } = episode;
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
            <span className="font-semibold text-ink">{episodeState(episode)}</span>
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
                verdictText(episode.verdicts),
              ]}
            />
            {stuckSince && (
              <FlagNote>
                Stuck: no progress since <Moment at={stuckSince} />
              </FlagNote>
            )}
            {failure && <FlagNote>{failure}</FlagNote>}
            {episode.quality?.flags?.map((flag) => (
              <FlagNote key={flag}>{flagWords(flag, sells)}</FlagNote>
            ))}
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
              action={setSample(publicId)}
              failed="The demos weren’t changed"
            />
          ) : (
            <RetryButton episode={episode} />
          )}
        </span>
      </div>
    </>
  );
}

const link = 'flex min-h-11 items-center rounded-chip underline underline-offset-4';

function EpisodeDetails({ episode }: { episode: AdminPodcast }) {
  const { quality, research, costs, verdicts } = episode;
  if (!quality && !research && !costs && verdicts.notes.length === 0) return null;
  return (
    <Fold
      title="Details"
      {...(research?.sources && { later: () => <EpisodeSources episode={episode} /> })}
    >
      {quality && (
        <Part title="Measurements">
          <QualityCard episode={episode} />
        </Part>
      )}
      {costs && (
        <Part title="What it cost">
          <CostCard episode={episode} />
        </Part>
      )}
      {verdicts.notes.length > 0 && (
        <Part title="What was wrong">
          <VerdictNotes episode={episode} />
        </Part>
      )}
      {research && (
        <Part title="What it rests on">
          <ReadingCard episode={episode} />
        </Part>
      )}
    </Fold>
  );
}

const WORDS = { again: 'Try again', gift: 'Make it as a gift' };

function RetryButton({ episode: { publicId, title, retry } }: { episode: AdminPodcast }) {
  const sells = useSales();
  const action = useAdminAction({
    ...retryEpisode(publicId),
    done: () =>
      sells
        ? 'It’s being made again, with everything bought for it so far'
        : 'It’s being made again, with everything made so far',
    failed: 'It isn’t being made again',
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
