import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ModelsState } from '#shared/models.ts';
import { visit } from './fixtures.ts';

const checks = { at: null, bought: false, findings: [], running: false, price: 0, whyNotBuy: null };
const current = { script: 'gpt-6-luna', speech: 'eleven_flash_v2_5', format: 'mp3_44100_128' };
const models: ModelsState = { current, price: 455_000 };

function visitModels(answers: Record<string, unknown>) {
  const others = {
    'GET /api/admin/checks': { checks },
    'GET /api/admin/credits': { credits: null },
    'GET /api/admin/features': { features: { briefs: true, memory: true } },
  };
  visit({ ...others, ...answers }, '/admin?view=providers');
}

test('what episodes are made with is shown with its price', async () => {
  visitModels({ 'GET /api/admin/models': () => ({ status: 200, body: { models } }) });
  expect(await screen.findByText('eleven_flash_v2_5')).toBeVisible();
  expect(screen.getByText('$0.46')).toBeVisible();
});

test('models that cannot be fetched offer another try, and the findings stay', async () => {
  let isUp = false;
  visitModels({
    'GET /api/admin/models': () =>
      isUp ? { status: 200, body: { models } } : { status: 503, body: { message: 'Starting' } },
  });
  const problem = await screen.findByText('We couldn’t fetch the models');
  expect(screen.getByRole('button', { name: 'Check' })).toBeVisible();
  isUp = true;
  fireEvent.click(within(problem.closest('section') ?? document.body).getByRole('button'));
  expect(await screen.findByText('eleven_flash_v2_5')).toBeVisible();
});
