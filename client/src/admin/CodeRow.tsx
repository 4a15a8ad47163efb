import type { DiscountCode } from '#shared/discount.ts';
import { setCodeActive } from '../api/admin.ts';
import { FlagNote } from './FlagNote.tsx';
import { Facts, Row } from './Row.tsx';
import { Switch } from './Switch.tsx';
import { count, dayOf } from './words.ts';

/** One discount code, with its uses and the switch that turns it on. */
export function CodeRow({ code: row }: { code: DiscountCode }) {
  const { id, code, discountPercent, maxUses, usedCount, expiresAt, minimumDuration } = row;
  const isOver = expiresAt !== null && new Date(expiresAt) <= new Date();
  const isUsedUp = maxUses !== null && usedCount >= maxUses;
  return (
    <Row
      title={<span className="font-mono">{code}</span>}
      aside={
        <Switch
          label={`${code} can be used`}
          on={row.isActive}
          action={setCodeActive(id)}
          failed={`${code} stays as it is`}
        />
      }
    >
      <Facts
        of={[
          <strong key="percent" className="text-ink">
            {discountPercent}% off
          </strong>,
          maxUses === null
            ? `${count(usedCount, 'use')}, no limit`
            : `${usedCount} of ${maxUses} used`,
          minimumDuration !== null && `from ${minimumDuration} minutes`,
          expiresAt !== null && `until ${dayOf(expiresAt)}`,
          `by ${row.createdBy ?? 'an account that is gone'}`,
        ]}
      />
      {isOver && <FlagNote>It is over</FlagNote>}
      {!isOver && isUsedUp && <FlagNote>It is used up</FlagNote>}
    </Row>
  );
}
