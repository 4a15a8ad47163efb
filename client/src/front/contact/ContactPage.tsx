import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useSearchParams } from 'wouter';
import { type ContactRequest, contactRequest, MESSAGE_MAX } from '#shared/contact.ts';
import { titles } from '#shared/pages.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { useConfig, useSendsEmail } from '../../api/config.ts';
import { sendMessage } from '../../api/messages.ts';
import { REFUND, refundRequest } from '../../api/refund.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { useServerForm } from '../../api/useServerForm.ts';
import { Button } from '../../ui/Button.tsx';
import { EmailField } from '../../ui/EmailField.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Form } from '../../ui/Form.tsx';
import { Page } from '../../ui/Page.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TwoColumns } from '../../ui/TwoColumns.tsx';

export default function ContactPage() {
  const [sentFrom, setSentFrom] = useState<string | null>(null);
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const support = useConfig()?.supportEmail;

  return (
    <Page
      title={titles['/contact']}
      layout={sentFrom ? 'column' : 'content'}
      className="max-lg:pb-8!"
    >
      {sentFrom ? (
        <Sent email={sentFrom} onAgain={() => setSentFrom(null)} />
      ) : (
        <TwoColumns
          head={
            <>
              <h1 className="mt-2 mb-3">Contact Us</h1>
              <p className="mb-7 text-lead text-soft lg:mb-0">
                {sells ? 'Question, problem, refund?' : 'Question, problem?'} Write to us;{' '}
                {sendsEmail ? 'we answer by email' : 'whoever runs this house reads it'}.
              </p>
            </>
          }
          foot={
            <div className="text-meta text-soft">
              {support && (
                <p className="mt-5 lg:mt-0">
                  Or write to{' '}
                  <a
                    href={`mailto:${support}`}
                    className="underline underline-offset-4 [overflow-wrap:anywhere]"
                  >
                    {support}
                  </a>
                  .
                </p>
              )}
              {sells && (
                <p className="mt-2 max-lg:hidden">
                  What we pay back, and when, is under{' '}
                  <Link href="/refund" className="underline underline-offset-4">
                    Refunds
                  </Link>
                  .
                </p>
              )}
            </div>
          }
        >
          <ContactForm onSent={setSentFrom} />
        </TwoColumns>
      )}
    </Page>
  );
}

function ContactForm({ onSent }: { onSent: (email: string) => void }) {
  const { user } = useAuth();
  const { mutateAsync: sendIt } = useMutation(sendMessage);
  const [failure, setFailure] = useState<unknown>(null);
  const { form, field, submit, isSubmitting } = useServerForm<ContactRequest>({
    resolver: zodResolver(contactRequest),
    defaultValues: { name: '', email: '', message: '', website: '' },
    fields: ['name', 'email', 'message'],
    failed: (error, isAtField) => isAtField || setFailure(error),
    async send(message) {
      setFailure(null);
      await sendIt(message);
      onSent(message.email);
    },
  });
  const { control, register, setValue } = form;
  const length = useWatch({ control, name: 'message' }).trim().length;

  const address = user?.email;
  useEffect(() => {
    if (address && !form.getValues('email')) setValue('email', address);
  }, [address, form, setValue]);

  const isTooMany = failure instanceof ApiError && failure.status === 429;
  const order = useSearchParams()[0].get(REFUND);
  useEffect(() => {
    if (order && !form.getValues('message')) setValue('message', refundRequest(order));
  }, [order, form, setValue]);

  return (
    <Form onSubmit={submit} className="flex flex-col gap-5">
      <TextField label="Your name (optional)" autoComplete="name" {...field('name')} />
      <EmailField label="Email" {...field('email')} />
      <TextArea
        label="Message"
        className="lg:[&_textarea]:min-h-46"
        rows={6}
        hint="If it’s about an episode, tell us its topic."
        counter={
          <span className={length > MESSAGE_MAX ? 'font-semibold text-err' : undefined}>
            {length} of {MESSAGE_MAX}
          </span>
        }
        {...field('message')}
      />
      {/* Honeypot: hidden and out of the tab order, so only bots fill it in. */}
      <div aria-hidden className="sr-only">
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
        </label>
      </div>
      {failure !== null && (
        <ErrorState
          title={isTooMany ? 'That’s a few messages in a row' : 'Your message didn’t go out'}
        >
          {messageOf(failure)} What you wrote is still here.
        </ErrorState>
      )}
      <Button
        type="submit"
        kind="main"
        pending={isSubmitting}
        pendingLabel="Sending..."
        className="lg:w-60 lg:self-start"
      >
        Send message
      </Button>
    </Form>
  );
}

type SentProps = { email: string; onAgain: () => void };

/** The heading takes the focus that was in the form. */
function Sent({ email, onAgain }: SentProps) {
  const sendsEmail = useSendsEmail();
  const { user } = useAuth();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-2 mb-3">
        We have it
      </h1>
      <p className="mb-7 text-lead text-soft">
        {sendsEmail
          ? 'Your message is on our desk. We’ll answer at '
          : 'Your message is saved for whoever runs this house. Any answer goes to '}
        <strong className="text-ink [overflow-wrap:anywhere]">{email}</strong>.
      </p>
      <div className="grid gap-4 sm:flex">
        <Button kind="main" href={user ? '/dashboard' : '/'}>
          {user ? 'Go to your dashboard' : 'Go home'}
        </Button>
        <Button kind="quiet" onClick={onAgain}>
          Write another message
        </Button>
      </div>
    </>
  );
}
