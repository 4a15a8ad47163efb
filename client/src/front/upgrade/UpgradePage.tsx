import { chaptersFor } from '#shared/chapters.ts';
import { DURATIONS, type Duration, formatPrice, LIST_PRICE } from '#shared/pricing.ts';
import { useFreshAccount } from '../../api/session/session.tsx';
import { Wave } from '../../player/engine/Wave.tsx';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { FootLink, TwoColumns } from '../../ui/TwoColumns.tsx';

type Bonus = 'locked' | 'waiting' | 'used';

const INVITATIONS: Record<Bonus, string> = {
  locked: 'Create your first episode',
  waiting: 'Use your free episode',
  used: 'Create an episode',
};

const LONGEST = Math.max(...DURATIONS);

/** Two people in conversation say about this many words a minute, pauses included. */
const WORDS_A_MINUTE = 150;

const ROOM: Record<Duration, string> = {
  10: 'One question, from the first thought to an answer.',
  15: 'Room for where it came from.',
  20: 'Room for the doubts and the other side.',
  25: 'Room for the whole subject, side roads included.',
};

export default function UpgradePage() {
  const user = useFreshAccount();
  if (!user) return null;
  const unused = user.hasMadeFirstPurchase ? 'waiting' : 'locked';
  const bonus = user.hasUsedFreePodcast ? 'used' : unused;
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
          <FootLink href={bonus === 'waiting' ? '/create?bonus=1' : '/create'}>
            {INVITATIONS[bonus]}
          </FootLink>
        }
      >
        <section aria-labelledby="lengths" className="mt-11 mb-11 lg:mt-0 lg:mb-0">
          <h2 id="lengths">What each length adds</h2>
          <ul className="mt-4">
            {DURATIONS.map((minutes, place) => {
              const shorter = DURATIONS[place - 1];
              const chapters = chaptersFor(minutes);
              const price = LIST_PRICE[minutes];
              const words = minutes * WORDS_A_MINUTE;
              const more = shorter && {
                chapters: chapters - chaptersFor(shorter),
                cents: price - LIST_PRICE[shorter],
              };
              return (
                <li key={minutes} className="border-t border-line py-5">
                  <div className="flex items-baseline justify-between gap-4">
                    <h3 className="text-h2">{minutes} minutes</h3>
                    <p className="font-display text-h2">{formatPrice(price)}</p>
                  </div>
                  <div className="mt-3 flex items-center gap-5">
                    <div className="well min-w-0 grow overflow-hidden p-1.5">
                      <div style={{ width: `${(minutes / LONGEST) * 100}%` }}>
                        <Wave seed={`${minutes} minutes`} height={36} />
                      </div>
                    </div>
                    <Button href={`/create?duration=${minutes}`} className="shrink-0">
                      <span>
                        Choose<span className="sr-only"> {minutes} minutes</span>
                      </span>
                    </Button>
                  </div>
                  <p className="mt-3">{ROOM[minutes]}</p>
                  <p className="mt-1 text-meta text-soft">
                    About {chapters} chapters and {words.toLocaleString('en')} words
                    {more && `: ${more.chapters} more chapters for ${formatPrice(more.cents)} more`}
                    .
                  </p>
                </li>
              );
            })}
          </ul>
          <p className="border-t border-line pt-4 text-meta text-soft">
            Prices in US dollars, tax included. Chapters and words vary a little with the topic and
            the voices; the minutes don’t.
          </p>
        </section>
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
