// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { parse, sender } from '../../../testing/emailHtml.ts';
import { refusedEmail } from './operator.ts';

const keysOf = (provider: string) => {
  const page = parse(refusedEmail({ provider, message: '401 invalid_api_key', ...sender }));
  return ['a.label', 'a.ink'].map((link) => page.querySelector(link)?.textContent);
};

test('the key of an email about a refusal opens the provider’s own page where it has one, and else Admin', () => {
  expect(keysOf('OpenAI')).toEqual(['Open OpenAI', 'Open Admin']);
  expect(keysOf('ElevenLabs')).toEqual(['Open ElevenLabs', 'Open Admin']);
  expect(keysOf('S3')).toEqual(['Open Admin', undefined]);
});
