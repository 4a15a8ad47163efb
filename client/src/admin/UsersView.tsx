import { useInfiniteQuery } from '@tanstack/react-query';
import type { AdminUser } from '#shared/admin.ts';
import { clock } from '#shared/clock.ts';
import { formatPrice } from '#shared/pricing.ts';
import { userPages } from '../api/admin.ts';
import { useSendsEmail } from '../api/config.ts';
import { useSales } from '../api/sales.ts';
import { Button } from '../ui/Button.tsx';
import { AdminRow, Facts, Moment } from './AdminRow.tsx';
import { useAddress } from './address.ts';
import { PagedList } from './Fetched.tsx';
import { pluralize } from './format.ts';
import { SearchField } from './SearchField.tsx';

export default function UsersView() {
  const address = useAddress();
  const q = address.get('q');
  const pages = useInfiniteQuery(userPages({ q }));
  return (
    <>
      <div className="mb-5 max-w-column">
        <SearchField label="Email or name" />
      </div>
      <PagedList
        pages={pages}
        things="users"
        itemsOf={(page) => page.users}
        keyOf={({ id }) => id}
        empty={q ? 'No accounts match that.' : 'Nobody has an account yet.'}
        action={q && <Button onClick={() => address.set({ q: '' })}>Show all users</Button>}
      >
        {(user) => <UserRow user={user} />}
      </PagedList>
    </>
  );
}

function UserRow({ user }: { user: AdminUser }) {
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;
  return (
    <AdminRow
      title={user.email}
      aside={
        <span className="block text-right">
          {sells && (
            <span className="block font-display text-h3 tabular-nums">
              {formatPrice(user.spent)}
            </span>
          )}
          <span className="block text-meta">
            {pluralize(user.orders, sells ? 'order' : 'episode')}
          </span>
        </span>
      }
    >
      <Facts
        facts={[
          user.isAdmin && (
            <strong key="admin" className="text-ink">
              Admin
            </strong>
          ),
          name,
          user.authProvider === 'local' ? 'with a password' : `with ${user.authProvider}`,
          sendsEmail && (user.emailVerifiedAt ? 'email confirmed' : 'email not confirmed'),
          sells && bonusText(user),
          user.paidBack.episodes > 0 && paidBackOf(user),
          <span key="at">
            since <Moment at={user.createdAt} />
          </span>,
        ]}
      />
    </AdminRow>
  );
}

function paidBackOf({ paidBack: { episodes, spoken, played } }: AdminUser): string {
  const listened = `${clock(spoken)} of sound, played to ${clock(played)}`;
  return `${pluralize(episodes, 'episode')} paid back: ${listened}`;
}

function bonusText({ hasMadeFirstPurchase, hasUsedFreePodcast }: AdminUser): string {
  if (hasUsedFreePodcast) return 'bonus used';
  return hasMadeFirstPurchase ? 'bonus waiting' : 'no bonus yet';
}
