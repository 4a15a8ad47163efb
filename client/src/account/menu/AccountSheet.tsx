import { useState } from 'react';
import type { Account } from '#shared/account.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { AccountMenu, type Step } from './AccountMenu.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { FeedAddress } from './FeedAddress.tsx';
import { NameForm } from './NameForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';

type AccountSheetProps = { user: Account; open: boolean; onClose: () => void };

export default function AccountSheet({ user, open, onClose }: AccountSheetProps) {
  const [step, setStep] = useState<Step | null>(null);
  const [from, setFrom] = useState<Step | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Not on closing: the content stays while the sheet moves away.
    if (open) {
      setStep(null);
      setFrom(null);
    }
  }

  function back() {
    setFrom(step);
    setStep(null);
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      onBack={step ? back : undefined}
      title={step ? titleOf(step, user) : 'Your account'}
    >
      {step === null && <AccountMenu user={user} from={from} onStep={setStep} />}
      {step === 'name' && <NameForm user={user} onSaved={back} />}
      {step === 'password' && <PasswordForm user={user} onSaved={back} />}
      {step === 'feed' && <FeedAddress />}
      {step === 'delete' && <DeleteAccount user={user} onKeep={back} />}
    </Sheet>
  );
}

function titleOf(step: Step, { hasPassword }: Account): string {
  switch (step) {
    case 'name':
      return 'Your name';
    case 'password':
      return hasPassword ? 'Change your password' : 'Set a password';
    case 'feed':
      return 'Your private feed';
    case 'delete':
      return 'Delete your account?';
  }
}
