import { expect, test } from 'vitest';
import { orderRequest, SAME_VOICE } from './order.ts';

test('an order with the same voice twice is refused with a message that the server can say again', () => {
  const request = {
    topic: 'Tides',
    duration: 10,
    voice1Id: 'a',
    voice2Id: 'a',
    email: 'a@b.example',
  };
  const [issue] = orderRequest.safeParse(request).error?.issues ?? [];
  expect(issue).toMatchObject({ path: ['voice2Id'], message: 'Choose two different voices' });
  // zod removes the message from the object it is given.
  expect(SAME_VOICE.message).toBe('Choose two different voices');
});

test('an order that says nothing about sounds has them', () => {
  const request = {
    ...{ topic: 'Tides', duration: 10, email: 'a@b.example' },
    ...{ voice1Id: 'a', voice2Id: 'b' },
  };
  expect(orderRequest.parse(request).stings).toBe(true);
  expect(orderRequest.parse({ ...request, stings: false }).stings).toBe(false);
});
