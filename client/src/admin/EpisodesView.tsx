import { useInfiniteQuery } from '@tanstack/react-query';
import { podcastPages } from '../api/admin.ts';
import { Button } from '../ui/Button.tsx';
import { useAddress } from './address.ts';
import { EpisodeRow } from './EpisodeRow.tsx';
import { PagedList } from './PagedList.tsx';
import { SelectField } from './SelectField.tsx';

const statuses = [
  ['', 'Every status'],
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
        empty={chosen ? 'No episode is in that state.' : 'No episode has been made yet.'}
        action={chosen && <Button onClick={() => narrow('')}>Show all episodes</Button>}
      >
        {(episode) => <EpisodeRow episode={episode} />}
      </PagedList>
    </>
  );
}
