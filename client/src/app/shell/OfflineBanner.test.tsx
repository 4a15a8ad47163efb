import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OfflineBanner } from './OfflineBanner.tsx';

afterEach(() => void Reflect.deleteProperty(navigator, 'onLine'));

/** The connection as a browser reports it. */
const connect = (onLine: boolean) =>
  act(() => {
    Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
    window.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
  });

test('a visitor is told while the connection is lost, and not after it is back', () => {
  render(<OfflineBanner />);
  const status = screen.getByRole('status');
  expect(status).toBeEmptyDOMElement();
  connect(false);
  expect(status).toHaveTextContent('You’re offline. What’s here is kept');
  connect(true);
  expect(status).toBeEmptyDOMElement();
});
