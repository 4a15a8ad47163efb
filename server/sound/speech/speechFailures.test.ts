import { expect, test } from 'vitest';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { adam, elevenlabsForFile } from '../../testing/elevenlabsServer.ts';
import { answer, text } from '../../testing/troubledStandin.ts';

/* What ElevenLabs' own words mean to us, through the real SDK. */

const production = elevenlabsForFile();

const forever = new AbortController().signal;

/** How one line fails when this is the answer. */
async function failureOf(code: number, body: unknown, headers = {}): Promise<ProviderFailure> {
  production.troubles.push(answer(code, body, headers));
  const failure = await production
    .narrator({ patience: { attempts: {} } })
    .speak({ voiceId: adam, text }, forever)
    .catch((error: unknown) => error);
  if (!(failure instanceof ProviderFailure)) throw new Error('it did not fail');
  return failure;
}

const older = (status: string) => ({ detail: { status, message: 'As told.' } });
const newer = (type: string, code: string, message = 'As told.', param?: string) => ({
  detail: { type, code, message, request_id: 'abc', param },
});

const creator = 'Professional voices require a Creator tier subscription or above.';
const pro = "Output format 'pcm_44100' is only available on the Pro tier and above.";
const free = 'Free users cannot use library voices via the API.';

test.each<[string, number, unknown, string, string?]>([
  ['a model that is gone, as of old', 400, older('model_not_found'), 'refused'],
  ['a model that is gone', 400, newer('validation_error', 'model_not_found'), 'refused'],
  ['a model that is not ours', 403, newer('authorization_error', 'model_access_denied'), 'refused'],
  ['words before a line of version 3', 400, older('unsupported_model'), 'refused'],
  [
    'a parameter of ours',
    400,
    newer('validation_error', 'invalid_parameters', 'No.', 'model_id'),
    'refused',
  ],
  ['an unknown output format, as of old', 400, older('invalid_output_format'), 'refused'],
  ['an unknown output format', 403, newer('x', 'invalid_output_format'), 'refused'],
  ['a format above the plan, as of old', 403, older('output_format_not_allowed'), 'refused'],
  [
    'a format above the plan',
    403,
    newer('authorization_error', 'subscription_required', pro),
    'refused',
  ],
  ['a wrong key, as of old', 401, older('invalid_api_key'), 'refused'],
  ['a wrong key', 401, newer('authentication_error', 'unauthorized'), 'refused'],
  ['a key without the permission', 403, newer('x', 'insufficient_permissions'), 'refused'],
  ['an address that is none', 404, { detail: 'Not Found' }, 'refused'],

  ['spent credit, as of old', 401, older('quota_exceeded'), 'spent'],
  ['spent credit by its code', 401, newer('x', 'quota_exceeded'), 'spent'],
  ['spent credit with another status', 403, newer('x', 'insufficient_credits'), 'spent'],
  ['an unpaid bill', 402, older('payment_required'), 'spent'],

  ['a voice that is gone, as of old', 404, older('voice_not_found'), 'rejected', 'voice'],
  ['a voice that is gone', 404, newer('not_found', 'voice_not_found'), 'rejected', 'voice'],
  ['a voice above the plan, as of old', 403, older('only_for_creator+'), 'rejected', 'voice'],
  [
    'a voice above the plan',
    403,
    newer('authorization_error', 'subscription_required', creator),
    'rejected',
    'voice',
  ],
  ['a voice that is withheld', 403, older('voice_access_denied'), 'rejected', 'voice'],
  [
    'a voice of the library on a free plan',
    402,
    {
      detail: {
        ...newer('payment_required', 'paid_plan_required', free).detail,
        status: 'payment_required',
      },
    },
    'rejected',
    'voice',
  ],

  ['a text too long, as of old', 400, older('max_character_limit_exceeded'), 'rejected', 'order'],
  ['a text too long', 400, newer('validation_error', 'text_too_long'), 'rejected', 'order'],
  ['an empty text, as of old', 400, older('input_text_empty'), 'rejected', 'order'],
  [
    'an empty text',
    400,
    newer('validation_error', 'invalid_parameters', 'Empty.', 'text'),
    'rejected',
    'order',
  ],
  ['a text against their rules', 403, older('content_against_policy'), 'rejected', 'order'],

  ['a word nobody knows', 400, older('moon_phase'), 'rejected'],
  ['a body they cannot read', 422, { detail: [{ loc: ['body'], msg: 'No.' }] }, 'rejected'],
  ['too many calls', 429, newer('rate_limit_error', 'concurrent_limit_exceeded'), 'busy'],
  ['a busy system', 429, newer('rate_limit_error', 'system_busy'), 'busy'],
])('%s is called by its name', async (...[, code, body, trouble, subject]) => {
  const failure = await failureOf(code, body);
  expect([failure.trouble, failure.subject]).toEqual([trouble, subject]);
});

test("a failure quotes ElevenLabs' words and the id of the request", async () => {
  const inBody = await failureOf(404, newer('not_found', 'voice_not_found', 'No such voice.'));
  expect(inBody.message).toBe(
    'ElevenLabs: 404 not_found voice_not_found No such voice. (request abc)',
  );
  const inHead = await failureOf(400, older('model_not_found'), { 'request-id': 'def' });
  expect(inHead.message).toBe('ElevenLabs: 400 model_not_found As told. (request def)');
});
