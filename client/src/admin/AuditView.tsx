import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { auditPages } from '../api/admin.ts';
import { AdminRow, Facts, Moment } from './AdminRow.tsx';
import { PagedList } from './Fetched.tsx';

export default function AuditView() {
  return (
    <PagedList
      pages={useInfiniteQuery(auditPages)}
      things="audit entries"
      itemsOf={(page) => page.audit}
      keyOf={({ id }) => id}
      empty="Nothing has been done here yet."
    >
      {(entry) => <AuditRow entry={entry} />}
    </PagedList>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { action, actor, target, detail, createdAt } = entry;
  return (
    <AdminRow
      title={action.charAt(0).toUpperCase() + action.slice(1)}
      aside={
        <span className="text-meta">
          <Moment at={createdAt} />
        </span>
      }
    >
      <Facts
        facts={[
          actor ?? 'a deleted account',
          <code key="target">{target}</code>,
          ...Object.entries(detail ?? {}).flatMap(([name, value]) =>
            value === null ? [] : [detailText(name, value)],
          ),
        ]}
      />
    </AdminRow>
  );
}

function detailText(name: string, value: unknown): string {
  if (name === 'cents' && typeof value === 'number') return formatPrice(value);
  if (name === 'discountPercent') return `${value}% off`;
  return `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`;
}
