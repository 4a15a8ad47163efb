import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type ContactRequest, contactRequest, MESSAGE_MAX } from '#shared/contact.ts';
import { sendMessage } from '../api/messages.ts';
import { useAuth } from '../auth/session.tsx';
import { Button } from '../ui/Button.tsx';
import { EmailField } from '../ui/EmailField.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type Failure, failureOf, fieldErrorsOf } from './failure.ts';

/** The contact form; it keeps what was typed if sending fails. */
export function ContactForm({ onSent }: { onSent: (email: string) => void }) {
  const { user } = useAuth();
  const { mutateAsync: submit } = useMutation(sendMessage);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<ContactRequest>({
    resolver: zodResolver(contactRequest),
    defaultValues: { name: '', email: '', message: '', website: '' },
  });
  const { control, register, setValue } = form;
  const { errors, isSubmitting } = form.formState;
  const length = useWatch({ control, name: 'message' }).trim().length;

  const address = user?.email;
  useEffect(() => {
    if (address && !form.getValues('email')) setValue('email', address);
  }, [address, form, setValue]);

  const send = form.handleSubmit(async (message) => {
    setFailure(null);
    try {
      await submit(message);
      onSent(message.email);
    } catch (error) {
      const fieldErrors = fieldErrorsOf(error);
      for (const [index, { name, message }] of fieldErrors.entries()) {
        form.setError(name, { message }, { shouldFocus: index === 0 });
      }
      if (fieldErrors.length === 0) setFailure(failureOf(error));
    }
  });

  return (
    <form noValidate method="post" onSubmit={send} className="flex flex-col gap-5">
      <TextField
        label="Your name (optional)"
        autoComplete="name"
        error={errors.name?.message}
        {...register('name')}
      />
      <EmailField label="Email" error={errors.email?.message} {...register('email')} />
      <TextArea
        label="Message"
        rows={6}
        error={errors.message?.message}
        hint="If it is about an episode, tell us its topic."
        counter={
          <span className={length > MESSAGE_MAX ? 'font-semibold text-err' : undefined}>
            {length} of {MESSAGE_MAX}
          </span>
        }
        {...register('message')}
      />
      {/* Honeypot: hidden and out of the tab order, so only bots fill it in. */}
      <div aria-hidden className="sr-only">
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
        </label>
      </div>
      {failure && <ErrorState title={failure.title}>{failure.text}</ErrorState>}
      <Button type="submit" kind="main" wide pending={isSubmitting} pendingLabel="Sending...">
        Send message
      </Button>
    </form>
  );
}
