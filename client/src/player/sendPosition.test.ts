import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../testing/screen.tsx';

// Its own module: other tests have left places unsent.
let sendPosition: typeof import('./syncPosition.ts').sendPosition;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  ({ sendPosition } = await import('./syncPosition.ts'));
});
afterEach(() => vi.useRealTimers());

const at = (seconds: number) => ({ seconds, ended: false });
const put = (address: string) => `PUT /api/podcasts/${address}/position`;
const status = (status: number) => () => ({ status, body: '' });
const soon = () => vi.advanceTimersByTimeAsync(0);
const later = () => vi.advanceTimersByTimeAsync(30_000);

test.each([429, 500, 502, 503])(
  'a place met by a %i is sent again until it arrives',
  async (code) => {
    const sent = serve({ [put('a')]: status(code) });
    sendPosition('a', at(10));
    await later();
    expect(sent).toHaveLength(2);
    const arrived = serve({ [put('a')]: status(204) });
    await later();
    await later();
    expect(arrived.map(({ body }) => body)).toEqual([at(10)]);
  },
);

test('a connection that is back sends the last place of each episode at once, and only once', async () => {
  serve({});
  sendPosition('a', at(10));
  sendPosition('a', at(20));
  sendPosition('b', at(5));
  await soon();
  const sent = serve({ [put('a')]: status(204), [put('b')]: status(204) });
  window.dispatchEvent(new Event('online'));
  await later();
  const ours = sent.filter(({ call }) => [put('a'), put('b')].includes(call));
  expect(ours.map(({ call, body }) => [call, body])).toEqual([
    [put('a'), at(20)],
    [put('b'), at(5)],
  ]);
});

test('a place that the server refuses is not sent again', async () => {
  const sent = serve({ [put('a')]: status(404) });
  sendPosition('a', at(10));
  await later();
  expect(sent).toHaveLength(1);
});
