import { useFreshAccount } from '../auth/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { StickyFooter } from '../ui/StickyFooter.tsx';
import { TwoColumns } from '../ui/TwoColumns.tsx';
import { BonusState } from './BonusState.tsx';
import { bonusOf } from './bonus.ts';
import { Lengths } from './Lengths.tsx';

/** Where the account stands, and what more minutes would bring: there is no plan to sell. */
export default function UpgradePage() {
  const user = useFreshAccount();
  if (!user) return null;
  const bonus = bonusOf(user);
  return (
    <Page title="Upgrade" layout="content" className="flex flex-col pt-2 max-lg:pb-0!">
      <TwoColumns
        head={
          <>
            <h1>There is no plan to upgrade to</h1>
            <p className="mt-3 text-lead text-soft">
              No subscription is sold here. Every account can do everything; you pay for an episode,
              once, by its length.
            </p>

            <section aria-labelledby="standing" className="mt-7">
              <h2 id="standing">Where you stand</h2>
              <div className="mt-4 flex flex-col gap-3">
                <BonusState bonus={bonus} />
                <p className="text-soft">
                  {made(user.monthlyPodcastsGenerated)} There is no limit to how many you order.
                </p>
              </div>
            </section>
          </>
        }
        foot={
          <StickyFooter beside>
            {bonus === 'waiting' ? (
              <Button kind="main" wide href="/create?bonus=1">
                Use your free episode
              </Button>
            ) : (
              <Button kind="main" wide href="/create">
                {bonus === 'locked' ? 'Create your first episode' : 'Create an episode'}
              </Button>
            )}
          </StickyFooter>
        }
      >
        <Lengths />
      </TwoColumns>
    </Page>
  );
}

function made(count: number): string {
  if (count === 0) return 'No episode finished this month yet.';
  return `${count === 1 ? '1 episode' : `${count} episodes`} finished this month.`;
}
