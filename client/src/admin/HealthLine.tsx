import { useQuery } from '@tanstack/react-query';
import type { Health } from '#shared/admin.ts';
import { healthQuery } from '../api/admin.ts';
import { FlagNote } from './FlagNote.tsx';
import { Moment } from './Moment.tsx';
import { dollars } from './words.ts';

/** Whether anything is sold; shown above every view, empty while unknown. */
export function HealthLine() {
  const { data } = useQuery(healthQuery);
  // Reserves one line, so that nothing moves when it arrives.
  return <div className="mb-5 min-h-6 text-meta">{data && <State of={data.health} />}</div>;
}

function State({ of: { selling, producing, outages, spentToday, cap } }: { of: Health }) {
  const spent = `${dollars(spentToday)} spent today${cap === null ? '' : ` of ${dollars(cap)}`}`;
  const mail = outages.find(({ provider }) => provider === 'SMTP');
  const others = outages.filter((outage) => outage !== mail);
  return (
    <>
      {selling && <p className="text-soft">Open for orders. {spent}.</p>}
      {(!selling || mail) && (
        <div role="status">
          {mail && (
            <FlagNote>
              Letters wait: the mail server{' '}
              {mail.reason === 'away' ? 'is away' : 'refuses us or them'} since{' '}
              <Moment at={mail.since} />. None is given up. “{mail.message}”
            </FlagNote>
          )}
          {others.map(({ provider, reason, message, since }) => (
            <FlagNote key={provider}>
              Nothing is sold: {provider} {reason === 'away' ? 'is away' : 'refuses us'} since{' '}
              <Moment at={since} />. “{message}”
            </FlagNote>
          ))}
          {!selling && !producing && (
            <FlagNote>
              Nothing is sold: no instance can make episodes. /readyz of each says so, and its log
              why.
            </FlagNote>
          )}
          {!selling && producing && others.length === 0 && (
            <FlagNote>
              Nothing is sold or bought until midnight UTC: the day’s cap is reached. {spent}.
            </FlagNote>
          )}
        </div>
      )}
    </>
  );
}
