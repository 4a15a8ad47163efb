import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { visit } from './fixtures.ts';

const list = 'GET /api/admin/features';
const change = 'PATCH /api/admin/features';

function visitFeatures(answers: Record<string, unknown>) {
  const sent = visit(answers, '/admin?view=providers');
  return () => sent(change).map(({ body }) => body);
}
const allOn = { briefs: true, memory: true, previews: true, research: true, sources: true };
const toggle = (name: string) => screen.findByRole('switch', { name });

test('a feature is switched off for everybody at a press, and the others stay', async () => {
  let features = allOn;
  const changes = visitFeatures({
    [list]: () => ({ status: 200, body: { features } }),
    [change]: () => {
      features = { ...allOn, briefs: false };
      return { status: 200, body: { features } };
    },
  });
  const briefs = await toggle('Topics are read as they are typed');
  const memory = await toggle('Episodes know what an account has heard');
  expect(briefs).toBeChecked();
  expect(memory).toBeChecked();
  expect(await toggle('Episodes are read up on')).toBeChecked();
  expect(await toggle('Buyers can add sources')).toBeChecked();
  fireEvent.click(briefs);
  await waitFor(() => {
    expect(briefs).not.toBeChecked();
    expect(briefs).not.toHaveAttribute('aria-busy');
  });
  expect(memory).toBeChecked();
  expect(changes()).toEqual([{ briefs: false }]);
});

test('a feature that cannot be switched stays as it is, and says so', async () => {
  visitFeatures({
    [list]: { features: { ...allOn, memory: false } },
    [change]: () => ({ status: 503, body: { message: 'Starting' } }),
  });
  const memory = await toggle('Episodes know what an account has heard');
  expect(memory).not.toBeChecked();
  fireEvent.click(memory);
  await screen.findByText('Nothing was changed');
  await waitFor(() => expect(memory).not.toBeChecked());
});

test('features that cannot be fetched are told as such', async () => {
  visitFeatures({ [list]: () => ({ status: 503, body: { message: 'Starting' } }) });
  await screen.findByText('We couldn’t fetch the features');
});
