import type { AdminUser } from '#shared/admin.ts';
import { clock } from '#shared/clock.ts';
import { formatPrice } from '#shared/pricing.ts';
import { userPages } from '../api/admin.ts';
import { useSendsEmail } from '../api/config.ts';
import { useSales } from '../api/sales.ts';
import { pluralize } from './format.ts';
import { ListView } from './ListView.tsx';
import { AdminRow, Moment } from './parts.tsx';

export default function UsersView() {
  return (
    <ListView
      things="users"
      query={userPages}
      rowsOf={({ users }) => users.map((user) => <UserRow key={user.id} user={user} />)}
      empty="Nobody has an account yet."
      filters={{
        layout: 'mb-5 max-w-column',
        search: 'Email or name',
        noMatch: 'No accounts match that.',
        showAll: 'Show all users',
      }}
    />
  );
}

function UserRow({ user }: { user: AdminUser }) {
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const { episodes, spoken, played } = user.paidBack;
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
      facts={[
        user.isAdmin && (
          <strong key="admin" className="text-ink">
            Admin
          </strong>
        ),
        [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username,
        user.authProvider === 'local' ? 'with a password' : `with ${user.authProvider}`,
        sendsEmail && (user.emailVerifiedAt ? 'email confirmed' : 'email not confirmed'),
        sells && bonusText(user),
        episodes > 0 &&
          `${pluralize(episodes, 'episode')} paid back: ${clock(spoken)} of sound, played to ${clock(played)}`,
        <span key="at">
          since <Moment at={user.createdAt} />
        </span>,
      ]}
    />
  );
}

function bonusText({ hasMadeFirstPurchase, hasUsedFreePodcast }: AdminUser): string {
  if (hasUsedFreePodcast) return 'bonus used';
  return hasMadeFirstPurchase ? 'bonus waiting' : 'no bonus yet';
}
