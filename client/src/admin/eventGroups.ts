import type { PaymentEventSummary } from '#shared/admin.ts';

/** Consecutive events of one transaction, newest first. */
type EventGroup = readonly [PaymentEventSummary, ...PaymentEventSummary[]];

const isOpen = ({ handledAt, outcome }: PaymentEventSummary): boolean =>
  !handledAt || Boolean(outcome?.startsWith('unreadable'));

/** Paddle's four events of a sale are one row. An event that needs a look has a row of its own. */
export function groupEvents(events: readonly PaymentEventSummary[]): EventGroup[] {
  const groups: [PaymentEventSummary, ...PaymentEventSummary[]][] = [];
  for (const event of events) {
    const group = groups.at(-1);
    if (group && belongsTo(group[0], event)) group.push(event);
    else groups.push([event]);
  }
  return groups;
}

const belongsTo = (first: PaymentEventSummary, event: PaymentEventSummary) =>
  event.transactionId !== null &&
  event.transactionId === first.transactionId &&
  !isOpen(first) &&
  !isOpen(event);
