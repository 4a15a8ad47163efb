import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { Podcast } from '#shared/episode.ts';
import { emailChange } from '#shared/order.ts';
import { failureToast, fieldMessagesOf } from '../api/client.ts';
import { changeOrderEmail } from '../api/orders.ts';
import { resendEmail } from '../api/podcasts.ts';
import { Button } from '../ui/Button.tsx';
import { EmailField } from '../ui/EmailField.tsx';
import { useToast } from '../ui/Toast.tsx';

type EmailChangeFormProps = {
  podcast: Pick<Podcast, 'publicId' | 'email' | 'status'>;
  /** The order that holds the address; without it the address cannot be changed. */
  orderId: string | undefined;
  onChanged: (email: string) => void;
};

/**
 * Changes the address of an episode's email during production; afterwards sends the email again, to the
 * same or another address.
 */
export function EmailChangeForm({ podcast, orderId, onChanged }: EmailChangeFormProps) {
  const { publicId, status } = podcast;
  const isCompleted = status === 'completed';
  const { toast } = useToast();
  const { mutateAsync: change } = useMutation(changeOrderEmail);
  const { mutateAsync: resend } = useMutation(resendEmail);
  const form = useForm({
    resolver: zodResolver(emailChange),
    defaultValues: { email: podcast.email },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ email }) => {
    try {
      if (orderId && email !== podcast.email) {
        await change({ orderId, email });
        onChanged(email);
      }
      if (isCompleted) {
        const sent = await resend(publicId);
        toast({ title: 'The letter is on its way', description: `To ${sent.email}.` });
      } else {
        toast({ title: 'We have the address', description: `The letter goes to ${email}.` });
      }
    } catch (error) {
      const message = fieldMessagesOf(error).email;
      if (message) form.setError('email', { message }, { shouldFocus: true });
      toast(
        failureToast(
          isCompleted ? 'The letter was not sent' : 'The address stays as it was',
          error,
        ),
      );
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
        pendingLabel={isCompleted ? 'Sending...' : 'Saving...'}
      >
        {isCompleted ? 'Send the letter again' : 'Save the address'}
      </Button>
    </form>
  );
}
