import { useQuery } from '@tanstack/react-query';
import { costsQuery } from '../api/admin.ts';
import { FigureList, FigureTable } from './Figures.tsx';
import { dollars } from './format.ts';
import { Fetched } from './parts.tsx';

export default function CostsView() {
  return (
    <Fetched query={useQuery(costsQuery)} things="the costs">
      {({ costs: { today, month, cap, minutesAMonth, accounts } }) => (
        <>
          <FigureList
            figures={[
              [
                'Today',
                dollars(today),
                cap === null ? 'no daily limit' : `of ${dollars(cap)} a day`,
              ],
              ['This month', dollars(month), 'at providers'],
              ['For each account', String(minutesAMonth), 'minutes a month'],
            ]}
          />
          <p className="mt-2 text-meta text-soft">
            What providers cost, including voice samples and previews, as far as their rates are
            known. Days and months are in UTC. SPENDING_CAP and MINUTES_A_MONTH set the limits.
          </p>
          <h3 className="mt-7 mb-3">This month by account</h3>
          {accounts.length === 0 ? (
            <p className="text-soft">Nobody has made an episode this month.</p>
          ) : (
            <FigureTable
              caption="This month by account"
              columns={['Account', 'Minutes', 'Cost']}
              rows={accounts.map(({ email, minutes, microdollars }) => [
                email,
                `${minutes} of ${minutesAMonth}`,
                dollars(microdollars),
              ])}
            />
          )}
        </>
      )}
    </Fetched>
  );
}
