import type { ProviderFailure } from '../provider.ts';
import type { Finding } from './check.ts';

const isPermission = ({ message }: ProviderFailure) => /permission/i.test(message);

/** True if all other requests would fail too. */
export function stopsAll(failure: ProviderFailure): boolean {
  return failure.passing || (failure.trouble === 'refused' && !isPermission(failure));
}

/** What failed, with ElevenLabs' own message, and what the operator has to do. */
export function sentenceFor(failure: ProviderFailure): Finding {
  return {
    provider: 'ElevenLabs',
    ok: false,
    sentence: `${remedyFor(failure)} (${failure.message})`,
  };
}

function remedyFor(failure: ProviderFailure): string {
  if (failure.passing) {
    return 'ElevenLabs does not answer as it should: try again later, and look at status.elevenlabs.io.';
  }
  if (isPermission(failure)) {
    return 'The key lacks a permission: give it Text to Speech, and reading of Voices, Models and User, under API Keys in the dashboard.';
  }
  if (failure.trouble === 'spent') {
    return 'The credits are spent or a bill is unpaid: add credits or switch on usage-based billing.';
  }
  if (failure.trouble === 'refused') {
    return 'ElevenLabs refuses us: check ELEVENLABS_API_KEY, ELEVENLABS_BASE_URL, ELEVENLABS_MODEL and ELEVENLABS_OUTPUT_FORMAT.';
  }
  return failure.subject === 'voice'
    ? 'The first voice of the account does not speak: remove it from My Voices, or take the plan that covers it.'
    : 'ElevenLabs rejected a plain sentence: try another ELEVENLABS_MODEL.';
}
