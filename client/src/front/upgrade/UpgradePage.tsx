import type { Account } from '#shared/account.ts';
import { useFreshAccount } from '../../api/session/session.tsx';
import { Page } from '../../ui/Page.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { FootLink, TwoColumns } from '../../ui/TwoColumns.tsx';
import { LengthComparison } from './LengthComparison.tsx';

export default function UpgradePage() {
  const user = useFreshAccount();
  if (!user) return null;
  const bonus = bonusState(user);
  return (
    <Page title="Upgrade" layout="content" className="flex flex-col pt-2 max-lg:pb-0!">
      <TwoColumns
        head={
          <>
            <h1>There is no plan to upgrade to</h1>
            <p className="mt-3 text-lead text-soft">
              We don’t sell subscriptions. Every account can do everything; you pay once per
              episode, by its length.
            </p>

            <section aria-labelledby="standing" className="mt-7">
              <h2 id="standing">Your account</h2>
              <div className="mt-4 flex flex-col gap-3">
                <BonusState bonus={bonus} />
                <p className="text-soft">
                  {made(user.monthlyPodcastsGenerated)} There’s no limit to how many you can order.
                </p>
              </div>
            </section>
          </>
        }
        foot={
          bonus === 'waiting' ? (
            <FootLink href="/create?bonus=1">Use your free episode</FootLink>
          ) : (
            <FootLink href="/create">
              {bonus === 'locked' ? 'Create your first episode' : 'Create an episode'}
            </FootLink>
          )
        }
      >
        <LengthComparison />
      </TwoColumns>
    </Page>
  );
}

function made(count: number): string {
  if (count === 0) return 'No episodes finished this month yet.';
  return `${count === 1 ? '1 episode' : `${count} episodes`} finished this month.`;
}

function BonusState({ bonus }: { bonus: Bonus }) {
  if (bonus === 'used') {
    return (
      <p className="text-soft">You’ve used your free ten minutes. There’s one bonus per account.</p>
    );
  }
  const isWaiting = bonus === 'waiting';
  return (
    <Ticket>
      <p className="font-display text-h3">
        {isWaiting ? 'Ten minutes, on the house' : 'Buy one, and ten minutes are on us'}
      </p>
      <p className="text-meta">
        {isWaiting
          ? 'Thanks for the first one. Any topic, any two voices. It waits until you use it.'
          : 'Your first purchase, whatever its length, unlocks a free 10-minute bonus podcast.'}
      </p>
    </Ticket>
  );
}

type Bonus = 'locked' | 'waiting' | 'used';

function bonusState({ hasMadeFirstPurchase, hasUsedFreePodcast }: Account): Bonus {
  if (hasUsedFreePodcast) return 'used';
  return hasMadeFirstPurchase ? 'waiting' : 'locked';
}
