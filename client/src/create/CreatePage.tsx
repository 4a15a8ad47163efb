import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { CHANNELS } from '#shared/channels.ts';
import type { Order } from '#shared/order.ts';
import { titles } from '#shared/pages.ts';
import { BONUS_DURATION, DURATIONS } from '#shared/pricing.ts';
import { STYLES, TONES } from '#shared/tonesAndStyles.ts';
import { orderQuery } from '../api/orders.ts';
import { useAuth } from '../api/session/session.tsx';
import { Form } from '../ui/Form.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { Columns, CreateForm } from './CreateForm.tsx';
import { type Draft, type DraftValues, newDraft, readDraft, writeDraft } from './draft.ts';
import { SubmitFooter } from './OrderBox.tsx';
import { topicWords } from './TopicSection.tsx';

export default function CreatePage() {
  const hydrated = useHydrated();
  const draft = useDraft();
  const [isPrerendered] = useState(!hydrated);
  return (
    <Page
      title={titles['/create']}
      className="flex flex-col pb-0! lg:max-w-[1280px] lg:px-22 lg:pt-0!"
    >
      <h1 className="mt-2 mb-4 text-[clamp(1.375rem,6.4vw,1.6875rem)] lg:mb-5 lg:w-[calc(100%-28.5rem)] lg:text-[2.5rem]">
        What are we talking about?
      </h1>
      {hydrated && draft ? (
        <CreateForm key={draft.id} draft={draft} />
      ) : isPrerendered ? (
        <EarlyForm />
      ) : (
        <Columns
          about={
            <>
              <Skeleton className="h-28" />
              {hosts}
            </>
          }
          choices={<Skeleton className="h-[88px]" />}
          order={<Skeleton className="h-80 max-lg:hidden" />}
        />
      )}
    </Page>
  );
}

const hosts = <Skeleton className="h-[172px] rounded-[86px] lg:h-[232px] lg:rounded-[116px]" />;

/** `earlyInput.ts` repeats what was typed and pressed here in the form that replaces it. */
function EarlyForm() {
  return (
    <Form data-stand-in className="flex grow flex-col">
      <Columns
        about={
          <>
            <div>
              <TextArea name="topic" {...topicWords} counter={'\u00a0'} />
              <Skeleton className="mt-4 h-11" />
            </div>
            {hosts}
          </>
        }
        choices={<Skeleton className="h-[88px] grow" />}
        order={
          <div className="contents lg:block lg:p-5">
            <SubmitFooter quote={null} isSubmitting={false} isWaiting={false} isHearing={false} />
          </div>
        }
      />
    </Form>
  );
}

/** Null until it is known whether the draft's order was paid: what is bought must not reappear. */
function useDraft(): Draft | null {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { user, isLoading } = useAuth();
  const [found] = useState(readDraft);
  const [fromLink] = useState(() => prefillFrom(search));
  const [settled, setSettled] = useState<Draft | null>(() =>
    found.orderId === null ? afterOrder(found, null, fromLink) : null,
  );

  const asks = settled === null && user !== null;
  const order = useQuery({ ...orderQuery(found.orderId ?? ''), enabled: asks });
  const answered = asks ? !order.isFetching && !order.isPending : !isLoading;
  const placed = order.data?.order ?? null;
  useEffect(() => {
    if (settled === null && answered) setSettled(afterOrder(found, placed, fromLink));
  }, [settled, answered, placed, found, fromLink]);

  // The link's values are in the draft now; a reload must not undo later changes. Read once: the
  // next screen's address may have a query, too.
  const [arrivedByLink] = useState(search.size > 0);
  useEffect(() => {
    if (settled) writeDraft(settled);
  }, [settled]);
  useEffect(() => {
    // Keeps what else the history entry carries.
    if (settled && arrivedByLink) navigate('/create', { replace: true, state: history.state });
  }, [settled, arrivedByLink, navigate]);

  return settled;
}

/**
 * Reads `/create?topic=&voice1=&voice2=&tone=&style=&duration=&code=&bonus=1&stings=0&from=`.
 * Unknown values are left out, so that a hand-typed link cannot break the form.
 */
export function prefillFrom(search: URLSearchParams): Partial<DraftValues> {
  const topic = search.get('topic')?.trim();
  const voice1Id = search.get('voice1');
  const voice2Id = search.get('voice2');
  const tone = TONES.find((known) => known === search.get('tone'));
  const style = STYLES.find((known) => known === search.get('style'));
  const duration = DURATIONS.find((known) => String(known) === search.get('duration'));
  const discountCode = search.get('code');
  const channel = CHANNELS.find((known) => known === search.get('from'));
  const filled: Partial<DraftValues> = {
    ...(topic && { topic }),
    ...(voice1Id && { voice1Id }),
    ...(voice2Id && { voice2Id }),
    ...((voice1Id || voice2Id) && { hasUsualPair: false }),
    ...(tone && { tone }),
    ...(style && { style }),
    ...(duration && { duration }),
    ...(discountCode && { discountCode }),
    ...(channel && { channel }),
    ...(search.get('stings') === '0' && { stings: false }),
  };
  return search.get('bonus') === '1'
    ? { ...filled, bonus: 'use', duration: BONUS_DURATION }
    : filled;
}

/**
 * The draft once its order's status is known: new if it was paid, renewed if it expired, the same
 * if it is open. A link's values override it, and another topic drops its sources.
 */
function afterOrder(
  draft: Draft,
  order: Pick<Order, 'status' | 'expiresAt'> | null,
  fromLink: Partial<DraftValues>,
): Draft {
  const { topic = draft.values.topic } = fromLink;
  const sources = topic.trim() === draft.values.topic.trim() ? draft.values.sources : [];
  const values = { ...draft.values, sources, ...fromLink };
  if (order === null) return { ...draft, values };
  if (order.status !== 'open' && order.status !== 'expired') return newDraft(fromLink);
  // An open order may be over before the server marks it expired.
  const isOver = order.status === 'expired' || Date.parse(order.expiresAt) <= Date.now();
  return isOver ? newDraft(values) : { ...draft, values };
}
