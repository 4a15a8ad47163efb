import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { REPORT_MAX, REPORT_REASONS } from '#shared/report.ts';
import { fieldMessagesOf, messageOf } from '../../api/client.ts';
import { reportEpisode } from '../../api/messages.ts';
import { useAuth } from '../../api/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmailField } from '../../ui/EmailField.tsx';
import { Form } from '../../ui/Form.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

type ReportSheetProps = { token: string; open: boolean; onClose: () => void };

export function ReportSheet({ token, open, onClose }: ReportSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="What’s wrong with it?">
      {open && <ReportForm token={token} onDone={onClose} />}
    </Sheet>
  );
}

function ReportForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { user } = useAuth();
  const { mutateAsync: report } = useMutation(reportEpisode);
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState('');

  async function send(form: HTMLFormElement) {
    const data = new FormData(form);
    const fieldText = (name: string) => String(data.get(name) ?? '');
    const reason = REPORT_REASONS.find((one) => one === fieldText('reason'));
    const focus = (name: string) =>
      form.querySelector<HTMLElement>(`[name=${CSS.escape(name)}]`)?.focus();
    setFailure('');
    if (!reason) {
      setErrors({ reason: 'Choose what’s wrong' });
      return focus('reason');
    }
    setErrors({});
    setState('sending');
    try {
      await report({
        token,
        reason,
        message: fieldText('message'),
        email: fieldText('email'),
        website: fieldText('website'),
      });
      setState('sent');
    } catch (error) {
      setState('open');
      const fields = fieldMessagesOf(error);
      const first = Object.keys(fields).find((name) => form.elements.namedItem(name));
      setErrors(fields);
      if (first) focus(first);
      else setFailure(messageOf(error));
    }
  }

  if (state === 'sent') {
    return (
      <div className="flex flex-col gap-4">
        <p role="status" className="text-lead">
          Thank you. A person reads every report.
        </p>
        <Button kind="main" wide onClick={onDone} autoFocus>
          Back to the episode
        </Button>
      </div>
    );
  }
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (state === 'open') void send(event.currentTarget);
      }}
      className="flex flex-col gap-5"
    >
      <fieldset aria-describedby={errors.reason && 'report-reason-error'}>
        <legend className="sr-only">What’s wrong with it?</legend>
        {REPORT_REASONS.map((reason) => (
          <label key={reason} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="reason"
              value={reason}
              className="size-5 shrink-0 accent-[var(--ink)]"
            />
            {reason}
          </label>
        ))}
        {errors.reason && (
          <p
            id="report-reason-error"
            role="alert"
            className="mt-1 flex items-start gap-2 font-semibold text-err"
          >
            <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
            {errors.reason}
          </p>
        )}
      </fieldset>
      <TextArea
        label="In your own words (optional)"
        name="message"
        maxLength={REPORT_MAX}
        error={errors.message}
      />
      <EmailField
        label="Your email, if you want an answer"
        name="email"
        defaultValue={user?.email ?? ''}
        error={errors.email}
      />
      {/* Honeypot: hidden and out of the tab order, so only bots fill it in. */}
      <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
        <input name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <p role="alert" className="font-semibold text-err empty:hidden">
        {failure}
      </p>
      <Button
        kind="main"
        wide
        type="submit"
        pending={state === 'sending'}
        pendingLabel="Sending..."
      >
        Send the report
      </Button>
    </Form>
  );
}
