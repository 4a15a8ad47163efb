import type { AuditEntry } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { auditPages } from '../api/admin.ts';
import { ListView } from './ListView.tsx';
import { AdminRow, Moment } from './parts.tsx';

export default function AuditView() {
  return (
    <ListView
      things="audit entries"
      query={() => auditPages}
      rowsOf={({ audit }) => audit.map((entry) => <AuditRow key={entry.id} entry={entry} />)}
      empty="Nothing has been done here yet."
    />
  );
}

function AuditRow({ entry: { action, actor, target, detail, createdAt } }: { entry: AuditEntry }) {
  return (
    <AdminRow
      title={action.charAt(0).toUpperCase() + action.slice(1)}
      aside={
        <span className="text-meta">
          <Moment at={createdAt} />
        </span>
      }
      facts={[
        actor ?? 'a deleted account',
        <code key="target">{target}</code>,
        ...Object.entries(detail ?? {}).map(([name, value]) => detailText(name, value)),
      ]}
    />
  );
}

function detailText(name: string, value: unknown): string | null {
  if (value === null) return null;
  if (name === 'cents' && typeof value === 'number') return formatPrice(value);
  if (name === 'discountPercent') return `${value}% off`;
  return `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`;
}
