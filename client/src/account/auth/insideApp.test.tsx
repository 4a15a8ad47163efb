import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { open, serve } from '../../testing/screen.tsx';
import AuthPage from './AuthPage.tsx';
import { isInsideApp } from './SignInTabs.tsx';

afterEach(() => void vi.restoreAllMocks());

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 7 Build/BP1A.250305.019';
const INSTAGRAM = `${IPHONE} (KHTML, like Gecko) Mobile/22F76 Instagram 389.0.0.31.89 (iPhone14,5)`;

test.each([
  ['Instagram on an iPhone', INSTAGRAM],
  [
    'Facebook on an iPhone',
    `${IPHONE} (KHTML, like Gecko) Mobile/22F76 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBDV/iPhone14,5]`,
  ],
  [
    'Facebook on Android',
    `${PIXEL}; wv) AppleWebKit/537.36 Version/4.0 Chrome/136.0.0.0 Mobile [FB_IAB/FB4A;FBAV/514.0.0;]`,
  ],
  [
    'TikTok on an iPhone',
    `${IPHONE} (KHTML, like Gecko) Mobile/22F76 musical_ly_39.8.0 BytedanceWebview/d8a21c6`,
  ],
  ['Line on an iPhone', `${IPHONE} (KHTML, like Gecko) Mobile/22F76 Safari Line/15.8.0`],
  [
    'any app on Android',
    `${PIXEL}; wv) AppleWebKit/537.36 Version/4.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
  ],
])('%s is the browser of an app', (_, userAgent) => {
  expect(isInsideApp(userAgent)).toBe(true);
});

test.each([
  ['Safari', `${IPHONE} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`],
  ['Chrome on Android', `${PIXEL}) AppleWebKit/537.36 Chrome/136.0.0.0 Mobile Safari/537.36`],
  ['Chrome on an iPhone', `${IPHONE} (KHTML, like Gecko) CriOS/136.0 Mobile/15E148 Safari/604.1`],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0'],
])('%s is a browser', (_, userAgent) => {
  expect(isInsideApp(userAgent)).toBe(false);
});

test('inside an app the form comes first, and the page’s link is copied instead of asking Google', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(INSTAGRAM);
  serve({ 'GET /api/auth/me': { user: null } });
  open('/auth?tab=register&next=%2Fcheckout%3Forder%3Do1', <AuthPage />);
  const said = await screen.findByText(/^Google can’t be used inside this app/);
  const submit = screen.getByRole('button', { name: 'Unlock Episode Creation' });
  expect(submit.compareDocumentPosition(said)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('button', { name: /Google/ })).toBeNull();
  // As in some of these apps; another file of this worker may have left one.
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  fireEvent.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await screen.findByText(/won’t let us copy/)).toBeInTheDocument();
  expect(screen.getByText(window.location.href)).toBeInTheDocument();
});
