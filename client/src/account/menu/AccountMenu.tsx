import { Download, KeyRound, LogOut, Rss, Trash2, UserRound } from 'lucide-react';
import type { Account } from '#shared/account.ts';
import { useSendsEmail } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import { MenuExternalLink, MenuFile, MenuList, MenuRowButton } from '../../ui/MenuRow.tsx';
import { Memory } from './Memory.tsx';
import { WhoIAm } from './WhoIAm.tsx';

export type Step = 'name' | 'password' | 'feed' | 'delete';

type AccountMenuProps = {
  user: Account;
  /** The step that the user came back from, whose row gets the focus. */
  from: Step | null;
  onStep: (step: Step) => void;
};

export function AccountMenu({ user, from, onStep }: AccountMenuProps) {
  const { firstName, lastName, hasPassword } = user;
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const stepTo = (step: Step) => ({
    onClick: () => onStep(step),
    autoFocus: from === step,
    leadsOn: true,
  });
  return (
    <>
      <WhoIAm user={user} />
      <MenuList>
        <MenuRowButton
          {...stepTo('name')}
          icon={<UserRound aria-hidden size={22} />}
          value={[firstName, lastName].filter(Boolean).join(' ') || 'Not given'}
        >
          Name
        </MenuRowButton>
        <MenuRowButton
          {...stepTo('password')}
          icon={<KeyRound aria-hidden size={22} />}
          value={hasPassword ? undefined : 'Not set'}
        >
          Password
        </MenuRowButton>
        <MenuRowButton
          {...stepTo('feed')}
          icon={<Rss aria-hidden size={22} />}
          value="The address for your podcast app"
        >
          Private feed
        </MenuRowButton>
      </MenuList>
      <MenuList>
        <Memory user={user} />
      </MenuList>
      <MenuList>
        <MenuFile
          icon={<Download aria-hidden size={22} />}
          href="/api/account/export"
          value={`Account, ${sells ? 'orders, ' : ''}episodes with their transcripts${sendsEmail ? ', emails' : ''}`}
        >
          Download my data
        </MenuFile>
        <MenuExternalLink icon={<LogOut aria-hidden size={22} />} href="/api/logout">
          Sign Out
        </MenuExternalLink>
        <MenuRowButton
          {...stepTo('delete')}
          leadsOn={false}
          icon={<Trash2 aria-hidden size={22} />}
          danger
        >
          Delete account
        </MenuRowButton>
      </MenuList>
    </>
  );
}
