import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { BONUS_DURATION, type Duration } from '#shared/pricing.ts';
import { fewWords, useMinutes } from '../account/edition/entitlements.ts';
import { useSendsEmail } from '../api/config.ts';
import { useSales } from '../api/sales.ts';
import { useFreshAccount } from '../api/session/session.tsx';
import { hasPromisedVoices, voicesQuery } from '../api/voices.ts';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Delivery } from './Delivery.tsx';
import type { Draft } from './draft.ts';
import { useOrderForm } from './form.ts';
import { Hosts } from './Hosts.tsx';
import { BonusTicket, LengthSection } from './LengthSection.tsx';
import { OrderBox, SubmitFooter } from './OrderBox.tsx';
import { PreviewSection } from './preview/PreviewSection.tsx';
import { usePreview } from './preview/usePreview.ts';
import { ChapterSounds, ToneAndStyle } from './ToneAndStyle.tsx';
import { TopicSection } from './TopicSection.tsx';
import { usePlaceOrder } from './usePlaceOrder.ts';
import { useQuote } from './useQuote.ts';

export function CreateForm({ draft }: { draft: Draft }) {
  // A purchase a moment ago may have unlocked or used the free episode.
  const user = useFreshAccount();
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const { form, drafts, draftId, startOver } = useOrderForm(draft, user);
  const { control, setValue } = form;
  const [duration, discountCode, bonus] = useWatch({
    control,
    name: ['duration', 'discountCode', 'bonus'],
  });
  const hasBonus = sells && user?.hasMadeFirstPurchase === true && !user.hasUsedFreePodcast;
  const isWanted = bonus === 'use' || (bonus === null && discountCode.trim() === '');
  const useBonus = hasBonus && isWanted && duration === BONUS_DURATION;
  const pricing = useQuote({ duration, discountCode, useBonus });
  const minutes = useMinutes();
  const tooFew = minutes && fewWords(minutes, duration);
  const { submit, isAwaiting, isWaiting } = usePlaceOrder({
    form,
    drafts,
    user,
    useBonus,
    pricing,
    hasTooFewMinutes: tooFew !== null,
  });
  const preview = usePreview(form, draftId);
  const voices = useQuery(voicesQuery).data?.voices;
  // Rendering what is below the fold a moment later keeps the first tap from being blocked.
  const isComplete = useDeferredValue(true, false);

  const chooseLength = (minutes: Duration) => {
    setValue('duration', minutes);
    // The refusal was for another length; the next quote tells for this one.
    form.clearErrors('discountCode');
  };

  return (
    <Form onSubmit={submit} className="flex grow flex-col">
      <Columns
        about={
          <>
            <TopicSection control={control} draftId={draftId} />
            <section aria-label="Voices">
              <div className="mb-3 flex items-baseline justify-between gap-4">
                <h2 className="font-sans text-body font-bold">Who’s talking?</h2>
                {voices && voices.length >= 2 && (
                  <p className="text-meta text-soft">
                    {hasPromisedVoices(voices) ? '65+' : voices.length} voices
                  </p>
                )}
              </div>
              <Hosts form={form} draftId={draftId} />
            </section>
            <PreviewSection control={control} preview={preview} />
          </>
        }
        choices={
          <>
            <LengthSection
              duration={duration}
              onChange={chooseLength}
              price={pricing.quote.total}
            />
            {hasBonus && (
              <BonusTicket
                used={useBonus}
                onUse={(use) => {
                  setValue('bonus', use ? 'use' : 'later');
                  if (use) chooseLength(BONUS_DURATION);
                }}
              />
            )}
            {isComplete ? (
              <div className="flex flex-col gap-3 lg:gap-2">
                <ToneAndStyle control={control} />
                <ChapterSounds control={control} />
              </div>
            ) : (
              <Skeleton className="h-41" />
            )}
          </>
        }
        order={
          <OrderBox
            control={control}
            draftId={draftId}
            quote={pricing.quote}
            delivery={
              sendsEmail &&
              (isComplete ? (
                <Delivery control={control} user={user} pricing={pricing} useBonus={useBonus} />
              ) : (
                <Skeleton className="h-41" />
              ))
            }
            footer={
              <SubmitFooter
                quote={pricing.quote}
                tooFew={tooFew}
                isSubmitting={form.formState.isSubmitting || isAwaiting}
                isWaiting={isWaiting}
                onHear={preview.ask}
                isHearing={preview.isAsking}
              />
            }
          />
        }
        foot={
          <div className="flex flex-col items-start gap-1 text-meta text-soft max-lg:mb-7">
            <p>
              {sells && 'Tax included. '}Episodes are in English. The hosts are AI and can get
              things wrong.
            </p>
            <Button kind="quiet" onClick={startOver} className="-mx-1 text-meta! font-normal">
              Start over
            </Button>
          </div>
        }
      />
    </Form>
  );
}

type ColumnsProps = { about: ReactNode; choices: ReactNode; order: ReactNode; foot?: ReactNode };

/** On phones the button is in a bar at the foot; on wide screens the order stays in sight. */
export function Columns({ about, choices, order, foot }: ColumnsProps) {
  return (
    <div className="flex grow flex-col gap-9 lg:grid lg:grow-0 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-14 lg:pb-18">
      {/* `contents` on phones, because a sticky bar sticks within its parent only. */}
      <div className="contents lg:flex lg:flex-col lg:gap-9">{about}</div>
      {/* Starts beside the heading; raised by the deck's height, which would cover the button. */}
      <div className="contents lg:sticky lg:top-[calc(1.5rem-var(--deck-height,0px))] lg:row-span-2 lg:-mt-17 lg:flex lg:flex-col lg:gap-3">
        {choices}
        <div className="contents lg:block lg:rounded-card lg:bg-panel lg:shadow-lift">{order}</div>
      </div>
      {foot}
    </div>
  );
}
