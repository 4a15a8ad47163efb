import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ModelsState } from '#shared/models.ts';
import { visit } from './fixtures.ts';

const checks = { at: null, bought: false, findings: [], running: false, price: 0, whyNotBuy: null };
const current = { script: 'gpt-6-luna', speech: 'eleven_flash_v2_5', format: 'mp3_44100_128' };
const better = { script: 'gpt-6.1-terra', speech: 'eleven_v4', format: 'pcm_44100' };
const someModels = (offered: ModelsState['offered'] = null): ModelsState => ({
  current,
  price: 455_000,
  offered,
});
const offered = { models: better, price: 760_000, voices: 70, whyNot: null };

function visitModels(answers: Record<string, unknown>) {
  const others = {
    'GET /api/admin/checks': { checks },
    'GET /api/admin/credits': { credits: null },
    'GET /api/admin/features': { features: { briefs: true, memory: true } },
  };
  const sent = visit({ ...others, ...answers }, '/admin?view=providers');
  return () => sent('POST /api/admin/models');
}
const tell = (models: ModelsState) => () => ({ status: 200, body: { models } });

test('what episodes are made with is shown with its price, and no button when nothing is better', async () => {
  visitModels({ 'GET /api/admin/models': tell(someModels()) });
  expect(await screen.findByText('eleven_flash_v2_5')).toBeVisible();
  expect(screen.getByText('$0.46')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sell with these' })).not.toBeInTheDocument();
});

test('better models take over at a press, once, and the card shows them', async () => {
  let models = someModels(offered);
  const posts = visitModels({
    'GET /api/admin/models': () => ({ status: 200, body: { models } }),
    'POST /api/admin/models': () => {
      models = { current: better, price: 760_000, offered: null };
      return { status: 200, body: { models } };
    },
  });
  const button = await screen.findByRole('button', { name: 'Sell with these' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(button).not.toBeInTheDocument());
  expect(posts().map(({ body }) => body)).toEqual([better]);
  expect(screen.getByText('eleven_v4')).toBeVisible();
});

test('while too few voices were heard the button says what to do and asks nothing', async () => {
  const whyNot = '12 of 66 voices were heard with them: run npm run voices -- --fill 70 --better';
  const posts = visitModels({
    'GET /api/admin/models': tell(someModels({ ...offered, voices: 12, whyNot })),
  });
  const button = await screen.findByRole('button', { name: 'Sell with these' });
  expect(button).toHaveAccessibleDescription(`${whyNot}.`);
  fireEvent.click(button);
  expect(posts()).toEqual([]);
});

test('models that cannot be fetched offer another try, and the findings stay', async () => {
  let isUp = false;
  visitModels({
    'GET /api/admin/models': () =>
      isUp
        ? { status: 200, body: { models: someModels() } }
        : { status: 503, body: { message: 'Starting' } },
  });
  const problem = await screen.findByText('We couldn’t fetch the models');
  expect(screen.getByRole('button', { name: 'Check' })).toBeVisible();
  isUp = true;
  fireEvent.click(within(problem.closest('section') ?? document.body).getByRole('button'));
  expect(await screen.findByText('eleven_flash_v2_5')).toBeVisible();
});
