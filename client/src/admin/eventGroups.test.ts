import { expect, test } from 'vitest';
import { aPaymentEvent } from '../testing/builders.ts';
import { groupEvents } from './eventGroups.ts';

const event = (id: string, transactionId: string | null, own = {}) =>
  aPaymentEvent({ id, transactionId, ...own });
const ids = (events: Parameters<typeof groupEvents>[0]) =>
  groupEvents(events).map((group) => group.map(({ id }) => id));

test('the events of one sale in a row are one group, the newest first', () => {
  expect(ids([event('4', 'a'), event('3', 'a'), event('2', 'b'), event('1', 'a')])).toEqual([
    ['4', '3'],
    ['2'],
    ['1'],
  ]);
});

test('events without a transaction are not taken for one sale', () => {
  expect(ids([event('2', null), event('1', null)])).toEqual([['2'], ['1']]);
});

test.each([
  ['not handled', { handledAt: null }],
  ['unreadable', { outcome: 'unreadable: Invalid input' }],
])('an event that is %s stands alone, wherever it came', (_, own) => {
  expect(ids([event('3', 'a'), event('2', 'a', own), event('1', 'a')])).toEqual([
    ['3'],
    ['2'],
    ['1'],
  ]);
});
