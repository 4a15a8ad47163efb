import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AdminPodcast } from '#shared/admin.ts';
import { podcastPages, retryEpisode, setSample } from '../api/admin.ts';
import { useSales } from '../sales.ts';
import { Button } from '../ui/Button.tsx';
import { useAddress } from './address.ts';
import { CostCard, QualityCard, ReadingCard } from './EpisodeFigures.tsx';
import { EpisodeSources } from './EpisodeSources.tsx';
import { PagedList } from './Fetched.tsx';
import { Fold } from './Fold.tsx';
import { Facts, FlagNote, Moment, Row } from './Row.tsx';
import { SelectField } from './SelectField.tsx';
import { Switch } from './Switch.tsx';
import { useAdminAction } from './useAdminAction.ts';
import { saidOf, VerdictNotes } from './Verdicts.tsx';
import { count, flagWords } from './words.ts';

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
        className="mb-5 max-w-70"
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

const STAGE_WORDS: Record<AdminPodcast['stage'], string> = {
  queued: 'waiting for the studio',
  reading: 'being read up on',
  writing: 'being written',
  speaking: 'being spoken',
  mastering: 'being mixed',
  publishing: 'being put on the shelf',
  emailing: 'its email is being sent',
};

function stateOf({ status, stage }: AdminPodcast): string {
  if (status === 'processing') return STAGE_WORDS[stage];
  return status === 'completed' ? 'finished' : status;
}

/** One episode: its status, measurements and costs, and whether it is a demo. */
function EpisodeRow({ episode }: { episode: AdminPodcast }) {
  const { publicId, orderId, title, status, failure, attempts, listenUrl, stuckSince } = episode;
  const sells = useSales();
  const hearable = status === 'completed' || episode.isSample;
  return (
    <div className="py-1">
      <Row
        title={<span dir="auto">{title || 'A deleted episode'}</span>}
        aside={
          hearable ? (
            <Switch
              label={`${title} is a demo`}
              caption="Demo"
              on={episode.isSample}
              action={setSample(publicId)}
              failed="The demos weren’t changed"
            />
          ) : (
            <RetryKey episode={episode} />
          )
        }
      >
        <Facts
          of={[
            <strong key="state" className="text-ink">
              {stateOf(episode)}
            </strong>,
            `${episode.voice1Name} and ${episode.voice2Name}`,
            `${episode.duration} min`,
            <Moment key="at" at={episode.createdAt} />,
            episode.email,
            attempts > 0 && count(attempts, 'provider failure'),
            saidOf(episode.verdicts),
            sells && orderId && (
              <Link
                key="order"
                href={`/admin?view=orders&order=${orderId}`}
                className="text-ink underline"
              >
                Order
              </Link>
            ),
            listenUrl && (
              <Link key="listen" href={listenUrl} className="text-ink underline">
                Listen
              </Link>
            ),
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
      </Row>
      {hasDetails(episode) && (
        <div className="-mt-3 mb-2 flex flex-wrap gap-x-6">
          {episode.quality && (
            <Fold title="Measurements">
              <QualityCard episode={episode} />
            </Fold>
          )}
          {episode.research && (
            <Fold
              title="What it rests on"
              {...(episode.research.sources > 0 && {
                later: () => <EpisodeSources episode={episode} />,
              })}
            >
              <ReadingCard episode={episode} />
            </Fold>
          )}
          {episode.verdicts.notes.length > 0 && (
            <Fold title="What was wrong">
              <VerdictNotes episode={episode} />
            </Fold>
          )}
          {episode.costs && (
            <Fold title="What it cost">
              <CostCard episode={episode} />
            </Fold>
          )}
        </div>
      )}
    </div>
  );
}

const hasDetails = ({ quality, research, costs, verdicts }: AdminPodcast) =>
  quality || research || costs || verdicts.notes.length > 0;

const WORDS = { again: 'Try again', gift: 'Make it as a gift' };

/** Makes a failed or stuck episode once more; nothing where that is not possible. */
function RetryKey({ episode: { publicId, title, retry } }: { episode: AdminPodcast }) {
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
