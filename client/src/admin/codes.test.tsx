import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { here, mira, open, serve } from '../testing.tsx';
import AdminPage from './AdminPage.tsx';
import { aCode, signedIn } from './fixtures.ts';

const list = 'GET /api/admin/discount-codes';
const page = (...discountCodes: unknown[]) => ({ discountCodes, nextCursor: null });

function visit(answers: Parameters<typeof serve>[0], path = '/admin') {
  const sent = serve({ ...signedIn, ...answers });
  open(path, <AdminPage />);
  return (call: string) => sent.filter((one) => one.call === call);
}
const field = (label: RegExp | string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const openForm = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'New code' }));
  return within(await screen.findByRole('dialog'));
};
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create code' }));

test('whoever is no admin finds nothing, and no list is asked for', async () => {
  const sent = serve({ 'GET /api/auth/me': { user: mira } });
  open('/admin', <AdminPage />);
  await screen.findByRole('heading', { name: 'Nothing is playing at this address' });
  expect(sent.filter(({ call }) => call.includes('/api/admin'))).toEqual([]);
});

test('an admin whose role was taken away finds nothing either', async () => {
  visit({ [list]: () => ({ status: 404, body: { message: 'There is nothing at this address' } }) });
  await screen.findByRole('heading', { name: 'Nothing is playing at this address' });
});

test('a code says what it gives, what is left of it and who made it', async () => {
  visit({
    [list]: page(aCode(), aCode({ id: 2, code: 'OVER', expiresAt: '2024-01-01T23:59:59.999Z' })),
  });
  const row = (await screen.findByText('WELCOME20')).closest('li');
  expect(row?.textContent).toMatch(/20% off.*3 of 50 used.*from 15 minutes.*until 4 May 2031/);
  expect(row?.textContent).toContain('by admin@example.com');
  expect(screen.getByText('OVER').closest('li')?.textContent).toContain('It is over');
});

test('the spec’s sentences stand at the fields, and nothing is sent', async () => {
  const sent = visit({ [list]: page() });
  const sheet = await openForm();
  type('Percent off', '101');
  create();
  await sheet.findByText('Code is required');
  expect(document.activeElement).toBe(field('Code'));
  expect(sheet.getByText('Cannot exceed 100%')).toBeTruthy();
  type('Code', 'x'.repeat(51));
  type('Percent off', '-1');
  type(/How many uses/, '0');
  expect(await sheet.findByText('Code too long')).toBeTruthy();
  expect(await sheet.findByText('Must be at least 0%')).toBeTruthy();
  expect(await sheet.findByText('Must be at least 1')).toBeTruthy();
  type('Percent off', 'half');
  expect(await sheet.findByText('Must be a whole number')).toBeTruthy();
  expect(sent('POST /api/admin/discount-codes')).toEqual([]);
});

test('a new code goes out once, closes the sheet and stands on the list', async () => {
  const codes: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  const sent = visit({
    [list]: () => ({ status: 200, body: page(...codes) }),
    'POST /api/admin/discount-codes': async () => {
      await gate.promise;
      codes.push(aCode());
      return { status: 201, body: { discountCode: aCode() } };
    },
  });
  await screen.findByText(/No codes yet/);
  await openForm();
  expect(here()).toBe('/admin?new=code');
  type('Code', ' WELCOME20 ');
  type('Percent off', '20');
  type(/Last day/, '2031-05-04');
  fireEvent.change(field('For which lengths'), { target: { value: '15' } });
  create();
  fireEvent.click(await screen.findByRole('button', { name: 'Creating...' }));
  gate.resolve();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('WELCOME20');
  expect(sent('POST /api/admin/discount-codes').map(({ body }) => body)).toEqual([
    { code: 'WELCOME20', discountPercent: 20, expiresAt: '2031-05-04', minimumDuration: 15 },
  ]);
  await waitFor(() => expect(here()).toBe('/admin'));
});

test('a code that exists already is told at its field, and what was typed stays', async () => {
  const fields = { code: 'This code exists already' };
  visit({
    [list]: page(),
    'POST /api/admin/discount-codes': () => ({
      status: 409,
      body: { message: fields.code, code: 'conflict', fields },
    }),
  });
  const sheet = await openForm();
  type('Code', 'twice');
  type('Percent off', '5');
  create();
  await sheet.findByText('This code exists already');
  expect(field('Code').getAttribute('aria-invalid')).toBe('true');
  expect(field('Percent off').value).toBe('5');
});

test('a switch turns a code off once under a double tap, and back when it is refused', async () => {
  const gate = Promise.withResolvers<void>();
  const sent = visit({
    [list]: page(aCode()),
    'PATCH /api/admin/discount-codes/1': async () => {
      await gate.promise;
      return {
        status: 500,
        body: { message: 'Something went wrong on our side.', code: 'internal' },
      };
    },
  });
  const key = await screen.findByRole('switch', { name: 'WELCOME20 can be used' });
  fireEvent.click(key);
  await waitFor(() => expect(key.getAttribute('aria-checked')).toBe('false'));
  fireEvent.click(key);
  gate.resolve();
  await screen.findByText('WELCOME20 stays as it is');
  await waitFor(() => expect(key.getAttribute('aria-checked')).toBe('true'));
  expect(sent('PATCH /api/admin/discount-codes/1').map(({ body }) => body)).toEqual([
    { isActive: false },
  ]);
});

test('a list that does not come can be asked for again, and goes on page by page', async () => {
  let down = true;
  visit({
    [list]: () =>
      down
        ? { status: 500, body: { message: 'Something went wrong on our side.' } }
        : { status: 200, body: { discountCodes: [aCode({ id: 9 })], nextCursor: '9' } },
    [`${list}?cursor=9`]: page(aCode({ id: 8, code: 'OLDER' })),
  });
  await screen.findByText('We couldn’t fetch the discount codes');
  down = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('OLDER');
  expect(
    screen.getAllByRole('listitem').filter((row) => row.closest('[aria-label="discount codes"]')),
  ).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
