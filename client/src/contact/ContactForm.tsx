import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type ContactRequest, contactRequest, MESSAGE_MAX } from '#shared/contact.ts';
import { call } from '../api/client.ts';
import { useAuth } from '../auth/session.tsx';
import { Button } from '../ui/Button.tsx';
import { EmailField } from '../ui/EmailField.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { TextField } from '../ui/TextField.tsx';
import { complaintsOf, type Refusal, refusalOf } from './refusal.ts';

/** Name, address and message; whatever goes wrong, what was typed stays. */
export function ContactForm({ onSent }: { onSent: (email: string) => void }) {
  const { user } = useAuth();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
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
    setRefusal(null);
    try {
      await call('POST', '/api/contact', { body: message });
      onSent(message.email);
    } catch (error) {
      const complaints = complaintsOf(error);
      for (const [place, { name, message }] of complaints.entries()) {
        form.setError(name, { message }, { shouldFocus: place === 0 });
      }
      if (complaints.length === 0) setRefusal(refusalOf(error));
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
      {/* Out of sight and out of the tab order: only a program fills it. */}
      <div aria-hidden className="sr-only">
        <label>
          Website
          <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
        </label>
      </div>
      {refusal && <ErrorState title={refusal.title}>{refusal.text}</ErrorState>}
      <Button type="submit" kind="main" wide pending={isSubmitting} pendingLabel="Sending...">
        Send message
      </Button>
    </form>
  );
}
