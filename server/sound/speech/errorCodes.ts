import type { FailureSubject, ProviderTrouble } from '../../base/kit/provider.ts';

export interface Meaning {
  trouble: ProviderTrouble;
  subject?: FailureSubject;
}

const refused: Meaning = { trouble: 'refused' };
const spent: Meaning = { trouble: 'spent' };
const voice: Meaning = { trouble: 'rejected', subject: 'voice' };
const order: Meaning = { trouble: 'rejected', subject: 'order' };

/** `detail.code` or the older `detail.status`; the HTTP status beside them has changed before. */
const byWord = meanings({
  quota_exceeded: spent,
  insufficient_credits: spent,
  payment_issue: spent,
  system_busy: { trouble: 'busy' },

  needs_authorization: refused,
  missing_api_key: refused,
  invalid_api_key: refused,
  missing_permissions: refused,
  insufficient_permissions: refused,
  detected_unusual_activity: refused,
  feature_not_available: refused,
  model_not_found: refused,
  model_access_denied: refused,
  invalid_model_id: refused,
  unsupported_model: refused,
  invalid_output_format: refused,
  output_format_not_allowed: refused,
  invalid_voice_settings: refused,
  unsupported_language: refused,

  voice_not_found: voice,
  voice_does_not_exist: voice,
  voice_access_denied: voice,
  voice_disabled: voice,
  voice_blocked_detected: voice,
  voice_not_fine_tuned: voice,
  voice_not_allowed_for_free_users: voice,
  free_users_not_allowed: voice,
  famous_voice_not_permitted: voice,
  ivc_not_permitted: voice,
  invalid_voice_id: voice,
  only_for_creator_plus: voice,
  'only_for_creator+': voice,
  // Voices of the library are all that we request and a free plan lacks.
  paid_plan_required: voice,

  max_character_limit_exceeded: order,
  text_too_long: order,
  input_text_empty: order,
  content_against_policy: order,
});

const byParam = meanings({
  model_id: refused,
  output_format: refused,
  language_code: refused,
  previous_text: refused,
  next_text: refused,
  voice_id: voice,
  text: order,
});

interface Answer {
  statusCode: number;
  code?: string | undefined;
  status?: string | undefined;
  param?: string | undefined;
  message?: string | undefined;
}

export function meaningOf(answer: Answer): Meaning {
  const { statusCode, code = '', status = '', param = '', message = '' } = answer;
  const known = byWord.get(code) ?? byWord.get(status);
  if (known) return known;
  // For general codes such as `subscription_required` only the message says what is missing.
  const isAboutAccess = [402, 403, 404].includes(statusCode);
  if (isAboutAccess && /\bvoices?\b/i.test(message)) return voice;
  const isAboutRequest = [400, 404, 422].includes(statusCode);
  return (isAboutRequest && byParam.get(param)) || { trouble: byCode(statusCode) };
}

function meanings(words: Record<string, Meaning>): ReadonlyMap<string, Meaning> {
  return new Map(Object.entries(words));
}

function byCode(code: number): ProviderTrouble {
  if (code < 400) return 'broken';
  // An unknown URL comes from our configuration.
  if (code === 401 || code === 403 || code === 404) return 'refused';
  if (code === 402) return 'spent';
  return code === 408 || code === 425 || code === 429 || code >= 500 ? 'busy' : 'rejected';
}
