import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'wouter';
import { type ContactRequest, contactRequest, MESSAGE_MAX } from '#shared/contact.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { sendMessage } from '../../api/messages.ts';
import { REFUND, refundRequest } from '../../api/refund.ts';
import { useAuth } from '../../api/session/session.tsx';
import { useServerForm } from '../../api/useServerForm.ts';
import { Button } from '../../ui/Button.tsx';
import { EmailField } from '../../ui/EmailField.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';

export function ContactForm({ onSent }: { onSent: (email: string) => void }) {
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
      {failure !== null && <NotSent error={failure} />}
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

function NotSent({ error }: { error: unknown }) {
  const isTooMany = error instanceof ApiError && error.status === 429;
  return (
    <ErrorState title={isTooMany ? 'That’s a few messages in a row' : 'Your message didn’t go out'}>
      {messageOf(error)} What you wrote is still here.
    </ErrorState>
  );
}
