import { expect, test } from 'vitest';
import type { openaiAccount } from '../../../standins/openai/account.ts';
import { openaiStandin } from '../../../standins/openai/openai.ts';
import { standinForFile } from '../../testing/standin.ts';
import { openaiProbe } from './openaiWriter.ts';

const model = standinForFile('openai', openaiStandin);

type Scopes = ReturnType<typeof openaiAccount.parse>['scopes'];

const probe = (scopes: Scopes, { moderation = true, apiKey = model.address.apiKey } = {}) => {
  model.accounts.write({ openai: { scopes } });
  return openaiProbe({ ...model.address, apiKey, moderation })(AbortSignal.timeout(10_000));
};

test('a key that may write and moderate is served, whether or not it may list the models', async () => {
  await probe(['chat', 'moderation', 'models']);
  await probe(['chat', 'moderation']);
  await probe(['chat'], { moderation: false });
});

test('a key that may not moderate is refused only where topics are moderated', async () => {
  await expect(probe(['chat', 'models'])).rejects.toMatchObject({ trouble: 'refused' });
  await probe(['chat', 'models'], { moderation: false });
});

test('a key that OpenAI does not know is refused, even where nothing is moderated', async () => {
  const wrong = probe(['chat'], { moderation: false, apiKey: 'sk-wrong' });
  await expect(wrong).rejects.toMatchObject({ trouble: 'refused' });
});

test.each([
  ['is away', { errorRate: 1, status: 503 }, 'busy'],
  ['answers with garbage', { garbage: 1 }, 'broken'],
])('a provider that %s is not taken for one that tells nothing', async (_what, day, trouble) => {
  model.faults.write({ openai: day });
  await expect(probe(['chat'], { moderation: false })).rejects.toMatchObject({ trouble });
});
