import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { DEMO_NOTICE } from '#shared/demoNotice.ts';
import { BONUS_DURATION } from '#shared/pricing.ts';
import { useDemoWriter, useSendsEmail } from '../api/config.ts';
import { hasPromisedVoices, voicesQuery } from '../api/voices.ts';
import { useFreshAccount } from '../auth/session.tsx';
import { fewWords } from '../house/minutes.ts';
import { useMinutes } from '../house/useMinutes.ts';
import { useSales } from '../sales.ts';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { CodeField } from './CodeField.tsx';
import type { Draft } from './draft.ts';
import type { OrderControl } from './form.ts';
import { Hosts } from './Hosts.tsx';
import { LengthSection } from './LengthSection.tsx';
import { More } from './More.tsx';
import { PreviewSection } from './preview/PreviewSection.tsx';
import { usePreview } from './preview/usePreview.ts';
import { Recipient } from './Recipient.tsx';
import { SubmitFooter } from './SubmitFooter.tsx';
import { ToneAndStyle } from './ToneAndStyle.tsx';
import { TopicSection } from './TopicSection.tsx';
import { useOrderForm } from './useOrderForm.ts';
import { usePlaceOrder } from './usePlaceOrder.ts';
import { type Pricing, useQuote } from './useQuote.ts';

/** The whole order on one page. */
export function CreateForm({ draft }: { draft: Draft }) {
  // A purchase a moment ago may have unlocked or used the free episode.
  const user = useFreshAccount();
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const { form, drafts, draftId, startOver } = useOrderForm(draft, user);
  const { control, setValue } = form;
  const [duration, discountCode, bonusWanted] = useWatch({
    control,
    name: ['duration', 'discountCode', 'useBonus'],
  });
  const hasBonus = sells && user?.hasMadeFirstPurchase === true && !user.hasUsedFreePodcast;
  const useBonus = bonusWanted && hasBonus && duration === BONUS_DURATION;
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
  // What is below the fold renders a moment later: all at once would block the first tap.
  const isComplete = useDeferredValue(true, false);
  const isDemo = useDemoWriter();

  return (
    <Form onSubmit={submit} className="flex grow flex-col gap-9">
      <TopicSection control={control} draftId={draftId} />
      <section aria-label="Voices">
        <div className="mb-3 flex items-baseline justify-between gap-4">
          <h2 className="font-sans text-body font-bold">Who’s talking?</h2>
          <VoiceCount />
        </div>
        <Hosts form={form} draftId={draftId} />
      </section>
      <LengthSection
        duration={duration}
        onChange={(minutes) => {
          setValue('duration', minutes);
          // The refusal was about another length; the next quote says what holds for this one.
          form.clearErrors('discountCode');
        }}
        hasBonus={hasBonus}
        useBonus={useBonus}
        onUseBonus={(use) => setValue('useBonus', use)}
      />
      {isComplete ? (
        <>
          <div className="flex flex-col gap-2">
            <ToneAndStyle control={control} />
            <More control={control} />
          </div>
          {sendsEmail && (
            <section aria-label="Delivery" className="flex flex-col gap-3">
              <Recipient control={control} user={user} />
              {sells && <Code control={control} pricing={pricing} useBonus={useBonus} />}
            </section>
          )}
        </>
      ) : (
        <Skeleton className="h-79" />
      )}
      <PreviewSection control={control} preview={preview} />
      <div className="flex grow flex-col items-start gap-2 text-meta text-soft lg:grow-0">
        {isDemo && <p>{DEMO_NOTICE}</p>}
        <p>{sells && 'Tax is in the price. '}Episodes are in English; hosts are AI and may err.</p>
        <Button kind="quiet" onClick={startOver} className="-mx-1 text-meta!">
          Start over
        </Button>
      </div>
      <SubmitFooter
        total={pricing.quote.total}
        tooFew={tooFew}
        isSubmitting={form.formState.isSubmitting || isAwaiting}
        isWaiting={isWaiting}
        onHear={preview.ask}
        isHearing={preview.isAsking}
      />
    </Form>
  );
}

type CodeProps = { control: OrderControl; pricing: Pricing; useBonus: boolean };

function Code({ control, pricing, useBonus }: CodeProps) {
  if (useBonus) {
    return (
      <p className="text-meta text-soft">Discount codes do not combine with the free episode.</p>
    );
  }
  return (
    <div>
      <CodeField control={control} pricing={pricing} />
    </div>
  );
}

/** The size of the catalogue; nothing while there are no voices to choose from. */
function VoiceCount() {
  const voices = useQuery(voicesQuery).data?.voices;
  if (!voices || voices.length < 2) return null;
  const count = hasPromisedVoices(voices) ? '65+' : voices.length;
  return <p className="text-meta text-soft">{count} voices</p>;
}
