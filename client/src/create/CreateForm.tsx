import { WifiOff } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'wouter';
import { readyAround } from '#shared/deliveryEstimate.ts';
import type { OrderRequest } from '#shared/order.ts';
import { BONUS_DURATION, type Duration, formatPrice } from '#shared/pricing.ts';
import { STYLES, TONES } from '#shared/tonesAndStyles.ts';
import { ApiError, messageOf } from '../api/client.ts';
import { hasPromisedVoices, useVoices } from '../api/voices.ts';
import { useFreshAccount } from '../auth/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StickyFooter } from '../ui/StickyFooter.tsx';
import { useToast } from '../ui/Toast.tsx';
import { BonusTicket } from './BonusTicket.tsx';
import { ChoiceSheet } from './ChoiceSheet.tsx';
import { CodeField } from './CodeField.tsx';
import { DurationPicker } from './DurationPicker.tsx';
import { type Draft, newDraft, writeDraft } from './draft.ts';
import { checks, complaintsOf, type OrderForm } from './form.ts';
import { Hosts } from './Hosts.tsx';
import { STYLE_MEANS, TONE_MEANS } from './meanings.ts';
import { placeOrder } from './place.ts';
import { Recipient } from './Recipient.tsx';
import { TopicField } from './TopicField.tsx';
import { useQuote } from './useQuote.ts';
import { useRetryWhenOnline } from './useRetryWhenOnline.ts';

/** The whole order on one page. What is typed is on this device before the next key is. */
export function CreateForm({ draft }: { draft: Draft }) {
  // The free episode comes and goes with what was bought a moment ago.
  const user = useFreshAccount();
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const lengthLabel = useId();
  const kept = useRef(draft);
  const form = useForm<OrderForm, unknown, OrderRequest>({
    defaultValues: draft.values,
    resolver: checks.resolver,
  });
  const { control, setValue } = form;
  const [tone, style, duration, discountCode, bonusWanted] = useWatch({
    control,
    name: ['tone', 'style', 'duration', 'discountCode', 'useBonus'],
  });
  const hasBonus = user?.hasMadeFirstPurchase === true && !user.hasUsedFreePodcast;
  const useBonus = bonusWanted && hasBonus && duration === BONUS_DURATION;
  const pricing = useQuote({ duration, discountCode, useBonus });

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          kept.current = { ...kept.current, values };
          writeDraft(kept.current);
        },
      }),
    [form],
  );
  useEffect(checks.loadBeforeUse, []);
  const address = user?.email;
  useEffect(() => {
    if (address && !form.getValues('email')) setValue('email', address);
  }, [address, form, setValue]);

  const order = form.handleSubmit(async (request) => {
    if (!navigator.onLine) return tap.keep();
    if (!user) {
      navigate(
        `/auth?next=${encodeURIComponent('/create')}&email=${encodeURIComponent(request.email)}`,
      );
      return;
    }
    if (pricing.refusal) {
      // Said beside the field already.
      form.setFocus('discountCode');
      return;
    }
    // The server refuses both together; the code stays in the draft for the next episode.
    const code = useBonus ? undefined : request.discountCode;
    const wanted = { ...request, discountCode: code, useBonus };
    try {
      const placed = await placeOrder(kept.current, wanted);
      kept.current = placed.draft;
      writeDraft(placed.draft);
      const screen = placed.order.status === 'open' ? 'checkout' : 'success';
      navigate(`/${screen}?order=${encodeURIComponent(placed.order.id)}`);
    } catch (error) {
      refuse(error, request.email);
    }
  });

  const tap = useRetryWhenOnline(order);
  // What is below the thumb comes a moment later: in one go, all of it would hold the thumb up.
  const whole = useDeferredValue(true, false);

  function refuse(error: unknown, email: string) {
    // The connection broke under the order; its key finds it again if it did arrive.
    if (error instanceof TypeError && !navigator.onLine) return tap.keep();
    if (error instanceof ApiError && error.status === 401) {
      navigate(`/auth?next=${encodeURIComponent('/create')}&email=${encodeURIComponent(email)}`);
      return;
    }
    const complaints = complaintsOf(error);
    for (const [place, { name, message }] of complaints.entries()) {
      form.setError(name, { message }, { shouldFocus: place === 0 });
    }
    if (complaints.length > 0) return;
    toast({
      kind: 'destructive',
      title: 'Your order did not go through',
      description: messageOf(error),
    });
  }

  function setLength(minutes: Duration) {
    setValue('duration', minutes);
    // What was said of the code was said of another length; the next quote says what holds of this.
    form.clearErrors('discountCode');
  }

  function startOver() {
    kept.current = newDraft({ email: user?.email ?? '' });
    form.reset(kept.current.values);
    writeDraft(kept.current);
    window.scrollTo(0, 0);
  }

  return (
    <form noValidate onSubmit={order} className="flex grow flex-col gap-9">
      <TopicField control={control} />

      <section aria-label="Voices">
        <div className="mb-3 flex items-baseline justify-between gap-4">
          <h2 className="font-sans text-body font-bold">Who’s talking?</h2>
          <VoiceCount />
        </div>
        <Hosts control={control} />
      </section>

      <section className="flex flex-col gap-3">
        <div className="flex items-baseline justify-between gap-4">
          <h2 id={lengthLabel} className="font-sans text-body font-bold">
            How long?
          </h2>
          <p id={`${lengthLabel}-ready`} role="status" className="text-meta text-soft">
            Ready around {readyAround(duration, new Date())}
          </p>
        </div>
        {hasBonus && (
          <BonusTicket
            used={useBonus}
            onUse={(use) => {
              setValue('useBonus', use);
              setLength(use ? BONUS_DURATION : duration);
            }}
          />
        )}
        <DurationPicker
          value={duration}
          onChange={setLength}
          labelledBy={lengthLabel}
          free={useBonus}
        />
      </section>

      {whole ? (
        <>
          <section
            aria-label="Tone and style"
            className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.25rem),1fr))] gap-3"
          >
            <ChoiceSheet
              label="Tone"
              question="How should it sound?"
              values={TONES}
              value={tone}
              meaning={TONE_MEANS}
              onChange={(value) => setValue('tone', value)}
              columns={3}
            />
            <ChoiceSheet
              label="Style"
              question="How do they talk?"
              values={STYLES}
              value={style}
              meaning={STYLE_MEANS}
              onChange={(value) => setValue('style', value)}
              columns={2}
            />
          </section>

          <section aria-label="Delivery" className="flex flex-col gap-3">
            <Recipient control={control} user={user} />
            {useBonus ? (
              <p className="text-meta text-soft">
                Discount codes do not combine with the free episode.
              </p>
            ) : (
              <div>
                <CodeField control={control} pricing={pricing} />
              </div>
            )}
          </section>
        </>
      ) : (
        <Skeleton className="h-66" />
      )}

      <div className="flex grow flex-col items-start gap-2 text-meta text-soft lg:grow-0">
        <p>Tax is in the price. Episodes are in English; hosts are AI and may err.</p>
        <Button kind="quiet" onClick={startOver} className="-mx-1 text-meta!">
          Start over
        </Button>
      </div>

      <StickyFooter>
        <p role="status" className={tap.kept ? 'mb-3 flex gap-2.5' : undefined}>
          {tap.kept && (
            <>
              <WifiOff aria-hidden size={20} className="mt-0.5 shrink-0" />
              No connection. Your order is kept and goes on by itself when it is back.
            </>
          )}
        </p>
        <Button
          kind="main"
          type="submit"
          wide
          pending={form.formState.isSubmitting || tap.kept}
          pendingLabel={tap.kept ? 'Waiting for the connection...' : 'Placing your order...'}
          className="max-[360px]:px-5! max-[360px]:text-body!"
        >
          <span className="flex w-full justify-between gap-4">
            <span className="text-left">Continue to checkout</span>
            <span>{pricing.quote.total === 0 ? 'Free' : formatPrice(pricing.quote.total)}</span>
          </span>
        </Button>
      </StickyFooter>
    </form>
  );
}

/** Only what is there; nothing while there is nothing to choose from. */
function VoiceCount() {
  const voices = useVoices().data?.voices;
  if (!voices || voices.length < 2) return null;
  const count = hasPromisedVoices(voices) ? '65+' : voices.length;
  return <p className="text-meta text-soft">{count} voices</p>;
}
