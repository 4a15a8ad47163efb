import type { Resolver, ResolverOptions } from 'react-hook-form';
import { expect, test } from 'vitest';
import { lazyResolver } from './lazyResolver.ts';

type Values = { topic: string };
const options: ResolverOptions<Values> = { fields: {}, shouldUseNativeValidation: undefined };
const tooShort = { topic: { type: 'min', message: 'Topic is required' } };
const check: Resolver<Values, unknown, Values> = () => ({ values: {}, errors: tooShort });

test('a form is validated by the resolver that loads after it', async () => {
  const late = lazyResolver<Values>(async () => check);
  expect(await late.resolver({ topic: '' }, undefined, options)).toMatchObject({
    errors: tooShort,
  });
});

test('a form passes unchecked if its resolver fails to load, and the next check loads it again', async () => {
  let isDown = true;
  const late = lazyResolver<Values>(async () => {
    if (isDown) throw new TypeError('Failed to fetch dynamically imported module');
    return check;
  });
  const read = () => late.resolver({ topic: '' }, undefined, options);
  expect(await read()).toEqual({ values: { topic: '' }, errors: {} });
  isDown = false;
  expect(await read()).toMatchObject({ errors: tooShort });
});
