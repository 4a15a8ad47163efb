import { listedPrices } from '../costs/priceList.ts';
import {
  type Environment,
  isOwnModel,
  ownPrices,
  type ProviderName,
  providers,
} from './environment.ts';

/** `given` are the variables as set, `vars` as read; `standins` have no account. */
export function findFaults(
  given: Record<string, unknown>,
  vars: Environment,
  standins: ProviderName[],
): string[] {
  const needsAll = vars.NODE_ENV === 'production' && !vars.ALLOW_STANDINS;
  const ofSpeechServer = Object.keys(given).filter((name) => name.startsWith('SPEECH_'));
  const faults: (string | false)[] = [
    ...halfConfigured(vars),
    ...(needsAll ? standins.map(missingInProduction) : []),
    ...realKeysBesideStandins(vars),
    aloneInItsRole(vars, standins),
    // With this variable firebase-admin accepts unsigned tokens.
    Boolean(given.FIREBASE_AUTH_EMULATOR_HOST) &&
      "FIREBASE_AUTH_EMULATOR_HOST turns off the check of Google's tokens: unset it",
    ...unknownPrices(vars),
    // Our default is none of the models that people run themselves.
    isOwnModel(vars) &&
      !vars.OPENAI_MODEL &&
      'OPENAI_BASE_URL is a server of your own: set OPENAI_MODEL to a model it has',
    !given.SPEECH_BASE_URL &&
      ofSpeechServer.length > 0 &&
      `${ofSpeechServer.join(', ')} without SPEECH_BASE_URL: nothing would speak with it`,
    houseFault(given),
  ];
  return faults.filter((fault) => fault !== false);
}

/** A house can do without these, or has a default of its own. */
const SPARED_BY_A_HOUSE: ProviderName[] = ['PostgreSQL', 'Paddle', 'Firebase', 'S3', 'SMTP'];

const names = () => Object.keys(providers) as ProviderName[];

export function missingProviders(vars: Environment): ProviderName[] {
  return names().filter(
    (name) =>
      !providers[name].needs.every((need) => vars[need]) &&
      !(name === 'ElevenLabs' && vars.SPEECH_BASE_URL) &&
      !(vars.SALES === 'off' && SPARED_BY_A_HOUSE.includes(name)),
  );
}

function halfConfigured(vars: Environment): string[] {
  return names().flatMap((name) => {
    const { needs, extras } = providers[name];
    const missing = needs.filter((need) => !vars[need]);
    const present = [...needs, ...extras].filter((variable) => vars[variable]);
    if (!missing.length || !present.length) return [];
    return [`${name} is half-configured: ${present.join(', ')} without ${missing.join(', ')}`];
  });
}

function missingInProduction(name: ProviderName): string {
  const server =
    name === 'ElevenLabs' ? ', or SPEECH_BASE_URL for a speech server of your own' : '';
  return `${name} is not configured: set ${providers[name].needs.join(', ')}${server} (or ALLOW_STANDINS=true)`;
}

function realKeysBesideStandins(vars: Environment): string[] {
  const addresses = ['OPENAI_BASE_URL', 'ELEVENLABS_BASE_URL', 'S3_ENDPOINT'] as const;
  return addresses
    .filter((name) => vars[name]?.includes('/standins/'))
    .map((name) => `${name} is a stand-in's address: leave the provider unset instead`);
}

/** Web and worker processes share a database and providers, which must be outside both. */
function aloneInItsRole(vars: Environment, standins: ProviderName[]): string | false {
  if (vars.ROLE === 'all') return false;
  const missing = [
    ...(vars.DATABASE_URL ? [] : ['DATABASE_URL']),
    ...(vars.STANDINS_URL || standins.every((name) => name === 'PostgreSQL')
      ? []
      : ['STANDINS_URL (or every provider)']),
    // A folder belongs to one machine.
    ...(vars.SALES === 'off' ? providers.S3.needs.filter((need) => !vars[need]) : []),
  ];
  if (!missing.length) return false;
  return `ROLE=${vars.ROLE} is half of the product: set ${missing.join(' and ')} for both halves`;
}

/** A real model without a known price would make every sum and the spending cap wrong. */
function unknownPrices(vars: Environment): (string | false)[] {
  const { OPENAI_MODEL: script, ELEVENLABS_MODEL: speech, SPEECH_MODEL: served } = vars;
  const own = ownPrices(vars);
  const lacks = (model: string, name: keyof ReturnType<typeof listedPrices>) =>
    listedPrices(model, own)[name] === null;
  return [
    vars.OPENAI_API_KEY !== undefined &&
      script !== undefined &&
      (lacks(script, 'input') || lacks(script, 'output')) &&
      `OPENAI_MODEL=${script} is not in the price list: set OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT`,
    vars.ELEVENLABS_API_KEY !== undefined &&
      speech !== undefined &&
      lacks(speech, 'characters') &&
      `ELEVENLABS_MODEL=${speech} is not in the price list: set ELEVENLABS_PRICE`,
    vars.SPEECH_BASE_URL !== undefined &&
      lacks(served, 'characters') &&
      lacks(served, 'minutes') &&
      `What ${new URL(vars.SPEECH_BASE_URL).hostname} charges for SPEECH_MODEL=${served} is not known: set SPEECH_PRICE or SPEECH_PRICE_MINUTE (0 if it is free)`,
  ];
}

function houseFault(given: Record<string, unknown>): string | false {
  const isHouse = given.SALES === 'off';
  const variables = isHouse
    ? [...providers.Paddle.needs, 'PADDLE_ENVIRONMENT', 'PIXEL_ID']
    : ['SIGNUPS', 'MINUTES_A_MONTH'];
  const found = variables.filter((name) => given[name]).join(', ');
  if (!found) return false;
  return isHouse
    ? `SALES=off sells nothing, so ${found} would never be used: leave out one or the other`
    : `${found} without SALES=off: where episodes are sold nothing would use it`;
}
