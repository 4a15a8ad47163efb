import { podcastList } from '#shared/admin.ts';
import { Button } from '../ui/Button.tsx';
import { useAddress } from './address.ts';
import { EpisodeRow } from './EpisodeRow.tsx';
import { PagedList } from './PagedList.tsx';
import { usePages } from './pages.ts';
import { SelectField } from './SelectField.tsx';

const statuses = [
  ['', 'Every status'],
  ['processing', 'In the making'],
  ['failed', 'Failed'],
  ['completed', 'Finished'],
  ['deleted', 'Deleted'],
  ['flagged', 'Needs a look'],
] as const;

export default function EpisodesView() {
  const address = useAddress();
  const [status, flagged] = [address.get('status'), address.get('flagged')];
  const pages = usePages('podcasts', podcastList, { status, flagged });
  const narrow = (choice: string) =>
    address.set(
      choice === 'flagged' ? { status: '', flagged: '1' } : { status: choice, flagged: '' },
    );
  return (
    <>
      <SelectField
        label="Status"
        className="mb-5 max-w-70"
        options={statuses}
        value={flagged ? 'flagged' : status}
        onChange={({ target }) => narrow(target.value)}
      />
      <PagedList
        pages={pages}
        things="episodes"
        itemsOf={(page) => page.podcasts}
        keyOf={({ publicId }) => publicId}
        empty={status || flagged ? 'No episode is in that state.' : 'No episode has been made yet.'}
        action={
          (status || flagged) && <Button onClick={() => narrow('')}>Show all episodes</Button>
        }
      >
        {(episode) => <EpisodeRow episode={episode} />}
      </PagedList>
    </>
  );
}
