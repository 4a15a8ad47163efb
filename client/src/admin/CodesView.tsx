import { useInfiniteQuery } from '@tanstack/react-query';
import type { DiscountCode } from '#shared/discount.ts';
import { codePages, setCodeActive } from '../api/admin.ts';
import { Button } from '../ui/Button.tsx';
import { AdminRow, Facts, FlagNote } from './AdminRow.tsx';
import { useAddress } from './address.ts';
import { PagedList } from './Fetched.tsx';
import { formatUtcDate, pluralize } from './format.ts';
import { NewCodeSheet } from './NewCodeSheet.tsx';
import { Switch } from './Switch.tsx';

export default function CodesView() {
  const address = useAddress();
  const pages = useInfiniteQuery(codePages);
  const newCode = { kind: 'main', onClick: () => address.open('new', 'code') } as const;
  const hasCodes = pages.data?.pages.some((page) => page.discountCodes.length > 0);
  return (
    <>
      {hasCodes && (
        <Button
          {...newCode}
          className="mb-5 max-lg:w-full lg:absolute lg:-top-3.5 lg:right-0 lg:mb-0 lg:min-h-11! lg:py-1!"
        >
          New code
        </Button>
      )}
      <PagedList
        pages={pages}
        things="discount codes"
        itemsOf={(page) => page.discountCodes}
        keyOf={({ id }) => id}
        empty="No codes yet. Make the first one, and hand it out."
        action={<Button {...newCode}>New code</Button>}
      >
        {(code) => <CodeRow code={code} />}
      </PagedList>
      <NewCodeSheet open={address.get('new') === 'code'} onClose={() => address.close('new')} />
    </>
  );
}

function CodeRow({ code: row }: { code: DiscountCode }) {
  const { id, code, discountPercent, maxUses, usedCount, expiresAt, minimumDuration } = row;
  const isOver = expiresAt !== null && new Date(expiresAt) <= new Date();
  const isUsedUp = maxUses !== null && usedCount >= maxUses;
  return (
    <AdminRow
      title={<span className="font-mono">{code}</span>}
      aside={
        <Switch
          label={`${code} can be used`}
          on={row.isActive}
          action={setCodeActive(id)}
          failed={`${code} wasn’t changed`}
        />
      }
    >
      <Facts
        facts={[
          <strong key="percent" className="text-ink">
            {discountPercent > 0 ? `${discountPercent}% off` : 'Takes nothing off'}
          </strong>,
          maxUses === null
            ? `${pluralize(usedCount, 'use')}, no limit`
            : `${usedCount} of ${maxUses} used`,
          minimumDuration !== null && `from ${minimumDuration} minutes`,
          expiresAt !== null && `until ${formatUtcDate(expiresAt)}`,
          `by ${row.createdByEmail ?? 'a deleted account'}`,
        ]}
      />
      {isOver && <FlagNote>It has expired</FlagNote>}
      {!isOver && isUsedUp && <FlagNote>It’s used up</FlagNote>}
    </AdminRow>
  );
}
