import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useDeferredValue, useEffect, useLayoutEffect } from 'react';
import { expect, test } from 'vitest';
import { open, serve } from './screen.tsx';

/** Milliseconds: longer than React keeps the thread, and than the shortest timer. */
const LONG = 10;
const work = () => {
  const end = performance.now() + LONG;
  while (performance.now() < end);
};

/** Works after everything that waits for the current task has gone on. */
const workAfter = (hops = 100): void =>
  hops === 0 ? work() : queueMicrotask(() => workAfter(hops - 1));

function Page({ onEffect }: { onEffect: () => void }) {
  const { data } = useQuery({
    queryKey: ['page'],
    queryFn: async () => (await fetch('/api/page')).json(),
  });
  // React may give way between drawing deferred content and running its effects.
  return useDeferredValue(data) ? <Loaded onEffect={onEffect} /> : null;
}

function Loaded({ onEffect }: { onEffect: () => void }) {
  useLayoutEffect(() => {
    work();
    workAfter();
  }, []);
  useEffect(onEffect, [onEffect]);
  return <h1>Loaded</h1>;
}

test('what a test has found has run its effects, on a busy machine too', async () => {
  serve({ 'GET /api/auth/me': { user: null }, 'GET /api/page': {} });
  const effects: string[] = [];
  const note = () => void effects.push('run');
  open('/', <Page onEffect={note} />);
  await screen.findByRole('heading', { name: 'Loaded' });
  expect(effects).toEqual(['run']);
});
