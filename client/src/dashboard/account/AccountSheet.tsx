import { Download } from 'lucide-react';
import type { Account } from '#shared/account.ts';
import { useSendsEmail } from '../../api/config.ts';
import { useSales } from '../../sales.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { FeedAddress } from './FeedAddress.tsx';
import { Memory } from './Memory.tsx';
import { NameForm } from './NameForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { WhoIAm } from './WhoIAm.tsx';

type AccountSheetProps = { user: Account; open: boolean; onClose: () => void };

/** Everything about the account that is not an episode. */
export default function AccountSheet({ user, open, onClose }: AccountSheetProps) {
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  return (
    <Sheet open={open} onClose={onClose} title="Your account">
      {/* The margin keeps focus rings from being clipped by the scroll container. */}
      <div className="-mx-1 flex flex-col gap-7 px-1">
        <WhoIAm user={user} />
        <NameForm user={user} />
        <PasswordForm key={`password ${user.hasPassword}`} user={user} />
        <FeedAddress />
        <Memory user={user} />
        <section aria-labelledby="your-data">
          <h3 id="your-data">Your data</h3>
          <p className="mt-1 text-meta text-soft">
            One file with everything we keep of you: account, {sells && 'orders, '}episodes with
            their transcripts{sendsEmail && ', letters'}.
          </p>
          <a
            href="/api/account/export"
            download
            className="button mt-3 inline-flex min-h-12 items-center gap-2.5 rounded-button px-5 font-bold"
          >
            <Download aria-hidden size={20} /> Download my data
          </a>
        </section>
        <DeleteAccount key={`delete ${open}`} user={user} />
        <div className="border-t border-line pt-1">
          <a
            href="/api/logout"
            className="button mt-4 flex min-h-12 items-center justify-center rounded-button font-bold"
          >
            Sign Out
          </a>
        </div>
      </div>
    </Sheet>
  );
}
