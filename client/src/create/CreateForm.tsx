import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
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
import { BonusTicket } from './BonusTicket.tsx';
import { ChapterSounds } from './ChapterSounds.tsx';
import { CodeField } from './CodeField.tsx';
import { Columns } from './Columns.tsx';
import type { Draft } from './draft.ts';
import type { OrderControl } from './form.ts';
import { Hosts } from './Hosts.tsx';
import { LengthSection } from './LengthSection.tsx';
import { OrderBox } from './OrderBox.tsx';
import { PreviewSection } from './preview/PreviewSection.tsx';
import { usePreview } from './preview/usePreview.ts';
import { Recipient } from './Recipient.tsx';
import { SubmitFooter } from './SubmitFooter.tsx';
import { ToneAndStyle } from './ToneAndStyle.tsx';
import { TopicSection } from './TopicSection.tsx';
import { useOrderForm } from './useOrderForm.ts';
import { usePlaceOrder } from './usePlaceOrder.ts';
import { type Pricing, useQuote } from './useQuote.ts';

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
    codeRefusal: pricing.refusal,
    total: pricing.quote.total,
    hasTooFewMinutes: tooFew !== null,
    isChecking: pricing.checking,
    isCasting: useQuery(voicesQuery).isPending,
  });
  const preview = usePreview(form, draftId);
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
                <VoiceCount />
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
              <div className="max-lg:-mt-5">
                <BonusTicket
                  used={useBonus}
                  onUse={(use) => {
                    setValue('bonus', use ? 'use' : 'later');
                    if (use) chooseLength(BONUS_DURATION);
                  }}
                />
              </div>
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
                <section aria-label="Delivery" className="flex flex-col gap-3 lg:gap-0">
                  <Recipient control={control} user={user} />
                  {sells && <Code control={control} pricing={pricing} useBonus={useBonus} />}
                </section>
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
        foot={<SmallPrint onStartOver={startOver} />}
      />
    </Form>
  );
}

function SmallPrint({ onStartOver }: { onStartOver: () => void }) {
  const sells = useSales();
  return (
    <div className="flex flex-col items-start gap-1 text-meta text-soft max-lg:mb-7">
      <p>
        {sells && 'Tax included. '}Episodes are in English. The hosts are AI and can get things
        wrong.
      </p>
      <Button kind="quiet" onClick={onStartOver} className="-mx-1 text-meta! font-normal">
        Start over
      </Button>
    </div>
  );
}

type CodeProps = { control: OrderControl; pricing: Pricing; useBonus: boolean };

function Code({ control, pricing, useBonus }: CodeProps) {
  if (useBonus) {
    return <p className="text-meta text-soft">Codes can’t be combined with the free episode.</p>;
  }
  return (
    <div>
      <CodeField control={control} pricing={pricing} />
    </div>
  );
}

function VoiceCount() {
  const voices = useQuery(voicesQuery).data?.voices;
  if (!voices || voices.length < 2) return null;
  const count = hasPromisedVoices(voices) ? '65+' : voices.length;
  return <p className="text-meta text-soft">{count} voices</p>;
}
