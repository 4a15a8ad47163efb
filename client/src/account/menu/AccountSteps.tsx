import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  type Account,
  type AccountDeletion,
  accountDeletion,
  DELETE_WORD,
} from '#shared/account.ts';
import { deleteAccount, feedQuery, renewFeed } from '../../api/account.ts';
import { failureToast } from '../../api/client.ts';
import { useSendsEmail } from '../../api/config.ts';
import { keys } from '../../api/keys.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { useServerForm } from '../../api/useServerForm.ts';
import { CopyAddress } from '../../player/feed/CopyAddress.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toast.tsx';

export function FeedAddress() {
  const feed = useQuery(feedQuery);
  const feedUrl = feed.data;
  return (
    <>
      <p className="mb-4 text-soft">
        Your podcast app finds your episodes here. Anyone with the address can listen.
      </p>
      {feedUrl ? (
        <>
          <CopyAddress feedUrl={feedUrl} />
          <ChangeAddress />
        </>
      ) : feed.isError ? (
        <ErrorState title="We couldn’t fetch your feed’s address" query={feed} />
      ) : (
        <Skeleton className="h-28" />
      )}
    </>
  );
}

function ChangeAddress() {
  const { toast } = useToast();
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const { mutate: change, isPending } = useMutation({
    mutationFn: renewFeed,
    onSuccess(reply) {
      client.setQueryData(feedQuery.queryKey, reply);
      setAsked(false);
      toast({ title: 'Your feed has a new address', description: 'Add it to your app again.' });
    },
    onError: (error) => toast(failureToast('The address wasn’t changed', error)),
  });

  if (!asked) {
    return (
      <Button kind="quiet" className="-mx-1 mt-1" onClick={() => setAsked(true)}>
        Change the address
      </Button>
    );
  }
  return (
    <div className="mt-3">
      <p className="text-meta text-soft">
        The old address stops working at once, in your podcast app, too. Add the new one there.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button onClick={() => change()} pending={isPending} pendingLabel="Changing...">
          Change it now
        </Button>
        <Button autoFocus kind="quiet" onClick={() => setAsked(false)}>
          Keep this one
        </Button>
      </div>
    </div>
  );
}

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
