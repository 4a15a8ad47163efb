import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { timeOfDay } from '#shared/deliveryEstimate.ts';
import { briefQuery } from '../../api/briefs.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { usePreviewAtOnce } from '../../api/previewAtOnce.ts';
import { askForPreview } from '../../api/previews.ts';
import { voicesQuery } from '../../api/voices.ts';
import { draftBriefOf, isToBeRead } from '../brief.ts';
import type { DraftValues, OrderForm } from '../draft.ts';
import { showAtField } from '../form.ts';
import { useOnce, useRetryWhenOnline } from '../timing.ts';
import { beginningOf, fittingPreview, requestOf } from './beginning.ts';

/** How long a preview waits for its topic to be read, ms. */
const HEARING = 1500;

const WRITTEN = ['topic', 'sources', 'duration', 'tone', 'style'] as const;
const NEEDED = [
  ...WRITTEN,
  'voice1Id',
  'voice2Id',
] as const satisfies readonly (keyof DraftValues)[];

export type Refusal = { sentence: string; mayRetry: boolean };

const OFFLINE: Refusal = {
  sentence: 'No connection. We’ll pick up once you’re back online.',
  mayRetry: true,
};

export type PreviewAsk = {
  /** Asks for a preview; if a fitting one is kept, this only counts the press. */
  ask: () => Promise<void>;
  isAsking: boolean;
  refusal: Refusal | null;
  /** `reason` is null if the preview is gone rather than failed. */
  drop: (reason: string | null) => void;
  /** Each press shows the preview. */
  presses: number;
};

/** Asks by itself if the history entry wishes for it. The draft of this id keeps the preview. */
export function usePreview(form: OrderForm, draftId: string): PreviewAsk {
  const client = useQueryClient();
  /** Each of these belongs to one draft and does not count for another. */
  const [asking, setAsking] = useState<string | null>(null);
  const [awaiting, setAwaiting] = useState<string | null>(null);
  const [refused, setRefused] = useState<(Refusal & { draftId: string }) | null>(null);
  const [presses, setPresses] = useState(0);
  const isCasting = useQuery(voicesQuery).isPending;
  const isAwaiting = awaiting === draftId;
  const isRequested = usePreviewAtOnce();
  const [, navigate] = useLocation();
  const isBusy = useRef(false);
  const current = useRef(draftId);
  useEffect(() => {
    current.current = draftId;
  });
  useEffect(() => clearErrorsOnChange(form), [form]);

  /** The brief decides how the episode begins: this waits for it, but not for long. */
  async function hearTopic(): Promise<void> {
    const { topic: typed, sources, brief } = form.getValues();
    const topic = typed.trim();
    if (!isToBeRead(topic, sources, brief)) return;
    const reading = client.ensureQueryData(briefQuery(topic, sources)).catch(() => null);
    const late = new Promise<null>((resolve) => setTimeout(resolve, HEARING, null));
    const reply = await Promise.race([reading, late]);
    if (reply) form.setValue('brief', draftBriefOf(topic, sources, reply.brief));
  }

  async function askNow(): Promise<void> {
    if (fittingPreview(form.getValues()) !== undefined) return;
    setRefused(null);
    if (!navigator.onLine) return retry.wait();
    if (isCasting) return setAwaiting(draftId);
    setAsking(draftId);
    await hearTopic();
    const values = { ...form.getValues() };
    try {
      const { id } = await askForPreview(client, requestOf(values));
      if (current.current !== draftId) return;
      form.setValue('keptPreview', { id, duration: values.duration, of: beginningOf(values) });
    } catch (error) {
      if (current.current !== draftId) return;
      if (error instanceof TypeError && !navigator.onLine) return retry.wait();
      if (!showAtField(form, error)) setRefused({ ...refusalFrom(error, new Date()), draftId });
    }
  }

  async function run(onComplete?: () => void): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      if (!(await form.trigger(isCasting ? WRITTEN : NEEDED, { shouldFocus: true }))) return;
      onComplete?.();
      await askNow();
    } finally {
      isBusy.current = false;
      setAsking(null);
    }
  }
  const show = () => setPresses((before) => before + 1);
  /** There was no press, so the preview is shown before the form is checked. */
  function goOn() {
    setAsking(draftId);
    void run();
  }
  const retry = useRetryWhenOnline(goOn);
  useOnce(isAwaiting && !isCasting, () => {
    setAwaiting(null);
    goOn();
  });
  useOnce(isRequested, () => {
    // So that neither Back nor a reload asks again.
    navigate('/create', { replace: true });
    show();
    goOn();
  });

  return {
    ask: () => run(show),
    isAsking: asking === draftId || isAwaiting,
    refusal: retry.isWaiting ? OFFLINE : refused?.draftId === draftId ? refused : null,
    drop(reason) {
      form.setValue('keptPreview', undefined);
      setRefused(reason === null ? null : { sentence: reason, mayRetry: true, draftId });
    },
    presses,
  };
}

/** Clears a field's error when it changes, which the form does by itself only after a submit. */
function clearErrorsOnChange(form: OrderForm): () => void {
  let before = { ...form.getValues() };
  return form.subscribe({
    formState: { values: true },
    callback({ values, isSubmitted }) {
      const changed = NEEDED.filter((name) => values[name] !== before[name]);
      before = { ...values };
      if (changed.length > 0 && !isSubmitted) form.clearErrors(changed);
    },
  });
}

export function refusalFrom(error: unknown, now: Date): Refusal {
  if (!(error instanceof ApiError)) return { sentence: messageOf(error), mayRetry: true };
  const { problem, retryAfter } = error;
  if (!problem) return { sentence: 'That didn’t work. Try again in a moment.', mayRetry: true };
  const sentence = Object.values(problem.fields)[0] ?? problem.message;
  if (problem.code !== 'too_many') return { sentence, mayRetry: true };
  const again = new Date(now.getTime() + (retryAfter ?? 0) * 1000);
  const when = retryAfter === null ? '' : ` You can ask again after ${timeOfDay(again)}.`;
  return { sentence: sentence + when, mayRetry: false };
}
