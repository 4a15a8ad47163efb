import OpenAI from 'openai';
import { expect, it } from 'vitest';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { failureAt } from '../../sound/speech/serverFailures.ts';
import { failureOf as elevenlabsFailure } from '../../sound/speech/speechFailures.ts';
import { failureOf } from './modelFailures.ts';

const providers: [string, (error: unknown) => ProviderFailure][] = [
  ['OpenAI', failureOf],
  ['ElevenLabs', elevenlabsFailure],
  ['a speech server', (error) => failureAt('http://localhost:8880/v1', error)],
];

it.each(providers)('a mistake of our own code is no failure of %s', (_name, named) => {
  for (const ours of [
    new RangeError('Invalid number format: ","'),
    new ReferenceError('x is not defined'),
  ]) {
    expect(() => named(ours)).toThrow(ours);
  }
});

it('a TypeError is ours, unless the connection broke', () => {
  const ours = new TypeError("Cannot read properties of undefined (reading 'text')");
  expect(() => failureOf(ours)).toThrow(ours);
  for (const theirs of [new TypeError('terminated'), new TypeError('fetch failed')]) {
    expect(failureOf(theirs)).toMatchObject({ provider: 'OpenAI', trouble: 'broken' });
  }
});

it.each<[string, unknown, string]>([
  ['no connection', new OpenAI.APIConnectionError({ message: 'no' }), 'busy'],
  ['garbage', new SyntaxError('Unexpected token <'), 'broken'],
  ['a text thrown', 'nothing', 'broken'],
  [
    'bytes past the end',
    Object.assign(new RangeError('x'), { code: 'ERR_OUT_OF_RANGE' }),
    'broken',
  ],
])('%s is a failure of OpenAI', (_what, error, trouble) => {
  expect(failureOf(error)).toBeInstanceOf(ProviderFailure);
  expect(failureOf(error)).toMatchObject({ trouble });
});
