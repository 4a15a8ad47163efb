import { Share } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { Listening } from '#shared/episode.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { useMayMake } from '../../account/edition/entitlements.ts';
import { useSales } from '../../api/sales.ts';
import { useFreshAccount } from '../../api/session/session.tsx';
import type { Player } from '../../player/engine/player.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { BonusBanner } from '../../ui/BonusBanner.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { prefersReducedMotion } from '../../ui/prefersReducedMotion.ts';
import { AskYourOwn } from './AskYourOwn.tsx';
import { FollowUpQuestions } from './FollowUpQuestions.tsx';
import { useNearEnd } from './useNearEnd.ts';
import { WasItRight } from './WasItRight.tsx';

type TheEndProps = {
  episode: Listening['episode'];
  player: Player;
  following: boolean;
  onShare: () => void;
};

export function TheEnd({ episode, player, following, onShare }: TheEndProps) {
  const { title, token, verdict, choices, channel, isOwner, followUps } = episode;
  const isNear = useNearEnd(player);
  const section = useScrollAtEnd(player, following);
  const mayMake = useMayMake();
  return (
    <>
      <p role="status" className="sr-only">
        {isNear &&
          `Nearly the end. Below the transcript: ${mayMake ? 'what to ask next, ' : ''}share it, and say whether it was right.`}
      </p>
      {(isNear || (isOwner ? followUps.length > 0 : mayMake)) && (
        <section
          ref={section}
          aria-label={isNear ? 'After the end' : undefined}
          className={classes(
            'mt-9 flex scroll-mt-4 flex-col gap-6',
            isNear ? 'rounded-card bg-panel p-5 shadow-lift' : 'border-t border-line pt-5',
          )}
        >
          {isOwner && <AskNext episode={episode} />}
          {!isOwner && mayMake && <AskYourOwn episode={episode} />}
          {isNear && (
            <>
              <WasItRight token={token} title={title} said={verdict} />
              <div className="flex flex-wrap gap-3">
                <Button onClick={onShare}>
                  <Share aria-hidden size={20} /> Share it
                </Button>
                {mayMake && (
                  <Button href={reorderPath(choices, { from: channel })}>
                    Make another like this
                  </Button>
                )}
              </div>
              {isOwner && <UnusedBonus />}
            </>
          )}
        </section>
      )}
    </>
  );
}

function AskNext({ episode }: { episode: Listening['episode'] }) {
  const { followUps, voice1Name, voice2Name } = episode;
  const label = useId();
  if (followUps.length === 0) return null;
  return (
    <section aria-labelledby={label}>
      <h2 id={label} className="text-h3">
        Ask next
      </h2>
      <p className="text-meta text-soft">
        {voice1Name} and {voice2Name} are up for any of them.
      </p>
      <FollowUpQuestions episode={episode} />
    </section>
  );
}

function useScrollAtEnd(player: Player, following: boolean) {
  const section = useRef<HTMLElement>(null);
  const hasEnded = usePlaying(player, ({ ended }) => ended);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end is a reason to scroll
  useEffect(() => {
    if (!hasEnded || !following) return;
    section.current?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  }, [hasEnded]);
  return section;
}

function UnusedBonus() {
  // This episode may have been the first purchase, a moment ago.
  const user = useFreshAccount();
  const sells = useSales();
  if (!sells || !user?.hasMadeFirstPurchase || user.hasUsedFreePodcast) return null;
  return <BonusBanner />;
}
