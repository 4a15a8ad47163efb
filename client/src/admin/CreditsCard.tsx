import { useQuery } from '@tanstack/react-query';
import type { CreditsState } from '#shared/credits.ts';
import { creditsQuery } from '../api/admin.ts';
import { useSales } from '../api/sales.ts';
import { FlagNote, Moment } from './AdminRow.tsx';
import { Details, Part } from './Details.tsx';
import { Fetched } from './Fetched.tsx';
import { formatUtcDate } from './format.ts';

export function CreditsCard() {
  const sells = useSales();
  const query = useQuery(creditsQuery);
  // A house may use other voices only.
  if (!sells && !query.data?.credits) return null;
  return (
    <Part title="ElevenLabs credits">
      <Fetched query={query} things="the credits">
        {({ credits }) => (credits ? <Left credits={credits} /> : <Unknown />)}
      </Fetched>
    </Part>
  );
}

function Left({ credits }: { credits: CreditsState }) {
  const sells = useSales();
  const { at, tier, left, limit, isLow, minutes, renewedAt, byUse } = credits;
  return (
    <>
      {isLow && (
        <p className="mb-2">
          <FlagNote>
            Few are left. Turn on usage-based billing, add credits or take a larger plan, or{' '}
            {sells ? 'sales' : 'the studio'} will pause.
          </FlagNote>
        </p>
      )}
      <Details
        items={[
          ['Plan', tier],
          ['Left', `${number(left)} of ${number(limit)}`],
          ['Good for, about', minutes === null ? null : `${number(minutes)} minutes`],
          ['Renewed on', renewedAt && formatUtcDate(renewedAt)],
          [
            'When they’re used up',
            byUse ? 'speech is billed by use' : sells ? 'sales pause' : 'the studio pauses',
          ],
          ['As of', <Moment key="at" at={at} />],
        ]}
      />
    </>
  );
}

const number = (count: number) => count.toLocaleString('en-US');

function Unknown() {
  return (
    <p className="text-meta text-soft">
      ElevenLabs hasn’t told us yet. We ask every hour; the API key needs permission to read User.
    </p>
  );
}
