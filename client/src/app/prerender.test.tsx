import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { OPENING_ID } from '#shared/listenOpening.ts';
import { OpeningContext, readOpening } from '../listen/opening.ts';
import { renderPage } from '../testing/renderPage.tsx';
import { serve } from '../testing/screen.tsx';
import { App } from './App.tsx';
import { routes } from './routes.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const line = (side: 'A' | 'B', startTime: number, body: string) => ({
  side,
  speaker: side === 'A' ? 'Brian' : 'Lily',
  startTime,
  endTime: startTime + 100,
  body,
});
const opening = {
  title: 'Why </script> the <sea> glows & {{title}}',
  summary: 'Two hosts on “plankton”.',
  questions: [{ text: 'Who <began> it?', start: 100, end: 120 }],
  hasSources: true,
  lines: [line('A', 0, 'So they are tiny? '.repeat(20)), line('B', 100, '<b>Disturbed</b>')],
  chapters: [{ title: 'The <tiny> ones', startTime: 0 }],
};

test('the listen page hydrates from the words of its document without a mismatch', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  const html = await renderPage('/listen', { search: 'episode=tok', opening });
  expect(html).not.toContain('<script');

  window.history.replaceState(null, '', '/listen?episode=tok');
  const root = document.createElement('div');
  root.innerHTML = html;
  const data = document.createElement('script');
  Object.assign(data, { type: 'application/json', id: OPENING_ID });
  data.textContent = JSON.stringify(opening);
  document.body.append(root, data);
  const title = screen.getByRole('heading', { name: opening.title });
  expect(screen.getByText('<b>Disturbed</b>')).toBeVisible();
  expect(screen.getByText('Who <began> it?')).toBeVisible();
  expect(screen.getByText('Sources')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'The <tiny> ones 0:00' })).toBeVisible();

  const onRecoverableError = vi.fn();
  // React warns of two renderers in one process, too, which no browser has.
  const warnings = vi.spyOn(console, 'error').mockReturnValue();
  const app = await act(async () =>
    hydrateRoot(
      root,
      <OpeningContext value={readOpening()}>
        <App />
      </OpeningContext>,
      { onRecoverableError },
    ),
  );
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(warnings.mock.calls.flat().filter((said) => /hydrat/i.test(String(said)))).toEqual([]);
  // The very elements that were prerendered: React has not rendered the page anew.
  expect(screen.getByRole('heading', { name: opening.title })).toBe(title);
  await act(async () => app.unmount());
});

test('before the app is there, forms send nothing, but for the topic of the landing page', async () => {
  const silent: string[] = [];
  const sending: unknown[] = [];
  for (const { path, Page, prerender, guarded } of routes) {
    if (prerender === false || guarded) continue;
    await Page.load();
    const root = document.createElement('div');
    root.innerHTML = await renderPage(path);
    for (const form of root.querySelectorAll('form')) {
      const said = form.querySelector('noscript')?.textContent ?? '';
      if (form.method === 'dialog' && said.includes('without JavaScript')) silent.push(path);
      else sending.push([path, form.getAttribute('action'), [...new FormData(form).keys()]]);
    }
  }
  expect(sending).toEqual([['/', '/create', ['topic']]]);
  expect(silent.sort()).toEqual(['/auth', '/contact', '/create', '/forgot-password']);
});
