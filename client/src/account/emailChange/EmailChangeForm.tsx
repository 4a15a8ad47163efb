import { zodResolver } from '@hookform/resolvers/zod';
import type { Podcast } from '#shared/episode.ts';
import { emailChange } from '#shared/order.ts';
import { changeOrderEmail } from '../../api/orders.ts';
import { resendEmail } from '../../api/podcasts.ts';
import { useServerForm } from '../../api/useServerForm.ts';
import { Button } from '../../ui/Button.tsx';
import { EmailField } from '../../ui/EmailField.tsx';
import { Form } from '../../ui/Form.tsx';
import { useToast } from '../../ui/Toast.tsx';

type EmailChangeFormProps = {
  podcast: Pick<Podcast, 'publicId' | 'email' | 'status'>;
  /** The order that holds the address; without it the address cannot be changed. */
  orderId: string | undefined;
  onChanged: (email: string) => void;
};

/** Changes the email's address during production; later sends the email again, to any address. */
export function EmailChangeForm({ podcast, orderId, onChanged }: EmailChangeFormProps) {
  const { publicId, status } = podcast;
  const isCompleted = status === 'completed';
  const { toast } = useToast();
  const { field, submit, isSubmitting } = useServerForm({
    resolver: zodResolver(emailChange),
    defaultValues: { email: podcast.email },
    fields: ['email'],
    failed: isCompleted ? 'The email wasn’t sent' : 'The address wasn’t changed',
    async send({ email }) {
      if (orderId && email !== podcast.email) {
        await changeOrderEmail(orderId, email);
        onChanged(email);
      }
      if (isCompleted) {
        const sent = await resendEmail(publicId);
        toast({ title: 'Email sent', description: `To ${sent.email}.` });
      } else {
        toast({ title: 'Got it', description: `We’ll email ${email}.` });
      }
    },
  });

  return (
    <Form onSubmit={submit}>
      {orderId ? (
        <EmailField label="Email goes to" {...field('email')} />
      ) : (
        <p className="text-soft">
          Email goes to <strong className="text-ink">{podcast.email}</strong>
        </p>
      )}
      <Button
        kind="main"
        wide
        type="submit"
        className="mt-5"
        pending={isSubmitting}
        pendingLabel={isCompleted ? 'Sending...' : 'Saving...'}
      >
        {isCompleted ? 'Send the email again' : 'Save the address'}
      </Button>
    </Form>
  );
}
