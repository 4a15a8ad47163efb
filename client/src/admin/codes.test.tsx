import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDiscountCode, mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import AdminPage from './AdminPage.tsx';
import { visit } from './fixtures.ts';

const list = 'GET /api/admin/discount-codes';
const page = (...discountCodes: unknown[]) => ({ discountCodes, nextCursor: null });

const field = (label: RegExp | string) => screen.getByLabelText(label);
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const openForm = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'New code' }));
  return within(await screen.findByRole('dialog'));
};
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create code' }));

test('a user who is not an admin sees the not-found page, and no admin data is requested', async () => {
  const sent = serve({ 'GET /api/auth/me': { user: mira } });
  open('/admin', <AdminPage />);
  await screen.findByRole('heading', { name: 'Nothing is playing at this address' });
  expect(sent.map(({ call }) => call).filter((call) => call.includes('/api/admin'))).toEqual([]);
});

test('an admin who lost the role sees the not-found page', async () => {
  visit({ [list]: () => ({ status: 404, body: { message: 'There is nothing at this address' } }) });
  await screen.findByRole('heading', { name: 'Nothing is playing at this address' });
});

test('a discount code shows its discount, usage, limits and creator', async () => {
  visit({
    [list]: page(
      aDiscountCode(),
      aDiscountCode({ id: 2, code: 'OVER', expiresAt: '2024-01-01T23:59:59.999Z' }),
    ),
  });
  const row = (await screen.findByText('WELCOME20')).closest('li');
  expect(row).toHaveTextContent(/20% off.*3 of 50 used.*from 15 minutes.*until 4 May 2031/);
  expect(row).toHaveTextContent('by admin@example.com');
  expect(screen.getByText('OVER').closest('li')).toHaveTextContent('It has expired');
});

test('an invalid new code shows an error at each field, and nothing is sent', async () => {
  const sent = visit({ [list]: page() });
  const sheet = await openForm();
  type('Percent off', '101');
  create();
  await sheet.findByText('Code is required');
  expect(field('Code')).toHaveFocus();
  expect(sheet.getByText('Cannot exceed 100%')).toBeInTheDocument();
  type('Code', 'x'.repeat(51));
  type('Percent off', '-1');
  type(/How many uses/, '0');
  expect(await sheet.findByText('Code too long')).toBeInTheDocument();
  expect(await sheet.findByText('Must be at least 0%')).toBeInTheDocument();
  expect(await sheet.findByText('Must be at least 1')).toBeInTheDocument();
  type('Percent off', 'half');
  expect(await sheet.findByText('Must be a number')).toBeInTheDocument();
  type('Percent off', '12.555');
  expect(await sheet.findByText('Must have at most two decimals')).toBeInTheDocument();
  expect(sent('POST /api/admin/discount-codes')).toEqual([]);
});

test('a new code is sent once, closes the form and appears in the list', async () => {
  const codes: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  const sent = visit({
    [list]: () => ({ status: 200, body: page(...codes) }),
    'POST /api/admin/discount-codes': async () => {
      await gate.promise;
      codes.push(aDiscountCode());
      return { status: 201, body: { discountCode: aDiscountCode() } };
    },
  });
  await screen.findByText(/No codes yet/);
  await openForm();
  expect(here()).toBe('/admin?new=code');
  type('Code', ' WELCOME20 ');
  type('Percent off', '20');
  type(/Last day/, '2031-05-04');
  fireEvent.change(field('Which lengths'), { target: { value: '15' } });
  create();
  fireEvent.click(await screen.findByRole('button', { name: 'Creating...' }));
  gate.resolve();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await screen.findByText('WELCOME20');
  expect(sent('POST /api/admin/discount-codes').map(({ body }) => body)).toEqual([
    { code: 'WELCOME20', discountPercent: 20, expiresAt: '2031-05-04', minimumDuration: 15 },
  ]);
  await waitFor(() => expect(here()).toBe('/admin'));
});

test('a code of 0 % says that it takes nothing off', async () => {
  visit({ [list]: page(aDiscountCode({ discountPercent: 0 })) });
  expect(await screen.findByText('Takes nothing off')).toBeInTheDocument();
});

test.each(['12.5', '12,5', ' 12.50 '])(
  'a percentage of “%s” is sent as a number',
  async (typed) => {
    const sent = visit({
      [list]: page(aDiscountCode({ discountPercent: 12.5 })),
      'POST /api/admin/discount-codes': () => ({
        status: 201,
        body: { discountCode: aDiscountCode({ discountPercent: 12.5 }) },
      }),
    });
    await screen.findByText('12.5% off');
    await openForm();
    type('Code', 'EIGHTH');
    type('Percent off', typed);
    create();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent('POST /api/admin/discount-codes').map(({ body }) => body)).toEqual([
      { code: 'EIGHTH', discountPercent: 12.5 },
    ]);
  },
);

test('a code that exists already is refused at its field, and the typed values stay', async () => {
  const fields = { code: 'This code already exists' };
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
  await sheet.findByText('This code already exists');
  expect(field('Code')).toHaveAttribute('aria-invalid', 'true');
  expect(field('Percent off')).toHaveValue('5');
});

test('a double tap on the switch of a code sends one change, and a refused change is undone', async () => {
  const gate = Promise.withResolvers<void>();
  const sent = visit({
    [list]: page(aDiscountCode()),
    'PATCH /api/admin/discount-codes/1': async () => {
      await gate.promise;
      return {
        status: 500,
        body: { message: 'Something went wrong on our side.', code: 'internal' },
      };
    },
  });
  const toggle = await screen.findByRole('switch', { name: 'WELCOME20 can be used' });
  fireEvent.click(toggle);
  await waitFor(() => expect(toggle).not.toBeChecked());
  fireEvent.click(toggle);
  gate.resolve();
  await screen.findByText('WELCOME20 wasn’t changed');
  await waitFor(() => expect(toggle).toBeChecked());
  expect(sent('PATCH /api/admin/discount-codes/1').map(({ body }) => body)).toEqual([
    { isActive: false },
  ]);
});

test('the list of codes can be retried after an error and loads page by page', async () => {
  let down = true;
  visit({
    [list]: () =>
      down
        ? { status: 500, body: { message: 'Something went wrong on our side.' } }
        : { status: 200, body: { discountCodes: [aDiscountCode({ id: 9 })], nextCursor: '9' } },
    [`${list}?cursor=9`]: page(aDiscountCode({ id: 8, code: 'OLDER' })),
  });
  await screen.findByText('We couldn’t fetch the discount codes');
  down = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('OLDER');
  expect(
    screen.getAllByRole('listitem').filter((row) => row.closest('[aria-label="discount codes"]')),
  ).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});
