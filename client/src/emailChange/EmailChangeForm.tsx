import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Podcast } from '#shared/episode.ts';
import { emailChange } from '#shared/order.ts';
import { ApiError, call, messageOf } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { EmailField } from '../ui/EmailField.tsx';
import { useToast } from '../ui/Toast.tsx';

type EmailChangeFormProps = {
  podcast: Pick<Podcast, 'publicId' | 'email' | 'status'>;
  /** The order that keeps the address; without it the letter goes where it went. */
  orderId: string | undefined;
  onReaddressed: (email: string) => void;
};

/**
 * Where an episode's letter goes: while the episode is made another address can be given, and once
 * it is made the letter can be sent once more, to that address or to another one.
 */
export function EmailChangeForm({ podcast, orderId, onReaddressed }: EmailChangeFormProps) {
  const { publicId, status } = podcast;
  const isMade = status === 'completed';
  const { toast } = useToast();
  const form = useForm({
    resolver: zodResolver(emailChange),
    defaultValues: { email: podcast.email },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ email }) => {
    try {
      if (orderId && email !== podcast.email) {
        await call('PATCH', `/api/orders/${orderId}`, { body: { email } });
        onReaddressed(email);
      }
      if (isMade) {
        const sent = await call<{ email: string }>('POST', `/api/podcasts/${publicId}/resend`);
        toast({ title: 'The letter is on its way', description: `To ${sent.email}.` });
      } else {
        toast({ title: 'We have the address', description: `The letter goes to ${email}.` });
      }
    } catch (error) {
      const message = error instanceof ApiError ? error.problem?.fields.email : undefined;
      if (message) form.setError('email', { message }, { shouldFocus: true });
      toast({
        kind: 'destructive',
        title: isMade ? 'The letter was not sent' : 'The address stays as it was',
        description: messageOf(error),
      });
    }
  });

  return (
    <form noValidate method="post" onSubmit={send}>
      {orderId ? (
        <EmailField
          label="Letter goes to"
          error={errors.email?.message}
          {...form.register('email')}
        />
      ) : (
        <p className="text-soft">
          Letter goes to <strong className="text-ink">{podcast.email}</strong>
        </p>
      )}
      <Button
        type="submit"
        className="mt-4"
        pending={isSubmitting}
        pendingLabel={isMade ? 'Sending...' : 'Saving...'}
      >
        {isMade ? 'Send the letter again' : 'Save the address'}
      </Button>
    </form>
  );
}
