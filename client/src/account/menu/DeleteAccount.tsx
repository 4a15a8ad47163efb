import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import {
  type Account,
  type AccountDeletion,
  accountDeletion,
  DELETE_WORD,
} from '#shared/account.ts';
import { deleteAccount } from '../../api/account.ts';
import { useSendsEmail } from '../../api/config.ts';
import { keys } from '../../api/keys.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { useServerForm } from '../../api/useServerForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toast.tsx';

const byPassword = accountDeletion.refine(({ password }) => password, {
  path: ['password'],
  message: 'Please enter your password',
});
const byWord = accountDeletion.refine(({ word }) => word?.trim().toUpperCase() === DELETE_WORD, {
  path: ['word'],
  message: `Please type ${DELETE_WORD}`,
});

type DeleteAccountProps = { user: Account; onKeep: () => void };

export function DeleteAccount({ user, onKeep }: DeleteAccountProps) {
  const { hasPassword, email } = user;
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const { toast } = useToast();
  const client = useQueryClient();
  const { signOut } = useAuth();
  const [, navigate] = useLocation();
  const { field, submit, isSubmitting } = useServerForm<AccountDeletion>({
    resolver: zodResolver(hasPassword ? byPassword : byWord),
    defaultValues: hasPassword ? { password: '' } : { word: '' },
    fields: ['password', 'word'],
    failed: 'Your account is still here',
    async send({ password }) {
      await deleteAccount(hasPassword ? { password } : { word: DELETE_WORD });
      // Both in one step: otherwise `Guarded` would redirect to the sign-in.
      client.setQueryData(keys.session, null);
      navigate('/', { replace: true });
      await signOut();
      toast({
        title: 'Your account is deleted',
        description: sendsEmail ? 'One last email confirms it.' : 'Nothing is left of it.',
      });
    },
  });

  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">
        Your episodes, transcripts, feed and links are deleted right away, for good. Download your
        data first if you might want it.
        {sells && ' The payment records tax law makes us keep won’t have your name on them.'}
      </p>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      {hasPassword ? (
        <PasswordField
          autoFocus
          label="Your password, to continue"
          autoComplete="current-password"
          {...field('password')}
        />
      ) : (
        <TextField
          autoFocus
          label={`Type ${DELETE_WORD} to continue`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('word')}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          type="submit"
          className="text-err"
          pending={isSubmitting}
          pendingLabel="Deleting..."
        >
          Delete my account for good
        </Button>
        <Button kind="quiet" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </Form>
  );
}
