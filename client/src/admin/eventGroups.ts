import type { PaymentEventSummary } from '#shared/admin.ts';

/** Paddle's events about one transaction that came one after the other: the newest, then the others. */
type EventGroup = readonly [PaymentEventSummary, ...PaymentEventSummary[]];

/** Whether a person should look at it. */
const isOpen = ({ handledAt, outcome }: PaymentEventSummary): boolean =>
  !handledAt || Boolean(outcome?.startsWith('unreadable'));

/**
 * A sale is one row, though Paddle tells it in four events. An event that needs a look stays in a row
 * of its own.
 */
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
