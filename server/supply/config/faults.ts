import { listedPrices } from '../costs/priceList.ts';
import { type Environment, type ProviderName, providers } from './environment.ts';
import { isOwnModel, ownPrices } from './ownPrices.ts';

/** `given` are the variables as set, `vars` as read; `standins` have no account. */
export function findFaults(
  given: Record<string, unknown>,
  vars: Environment,
  standins: ProviderName[],
): string[] {
  const needsAll = vars.NODE_ENV === 'production' && !vars.ALLOW_STANDINS;
  return [
    ...halfConfigured(vars),
    ...(needsAll ? missingInProduction(standins) : []),
    ...realKeysBesideStandins(vars),
    ...aloneInItsRole(vars, standins),
    ...uncheckedTokens(given),
    ...unknownPrices(vars),
    ...unknownModel(vars),
    ...aloneWithoutServer(given),
    ...houseFaults(given),
  ];
}

/** A house can do without these, or has a default of its own. */
const SPARED_BY_A_HOUSE: ProviderName[] = ['PostgreSQL', 'Paddle', 'Firebase', 'S3', 'SMTP'];

export function missingProviders(vars: Environment): ProviderName[] {
  return names().filter(
    (name) =>
      !providers[name].needs.every((need) => vars[need]) &&
      !(name === 'ElevenLabs' && vars.SPEECH_BASE_URL) &&
      !(vars.SALES === 'off' && SPARED_BY_A_HOUSE.includes(name)),
  );
}

function names(): ProviderName[] {
  return Object.keys(providers) as ProviderName[];
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

function missingInProduction(missing: ProviderName[]): string[] {
  return missing.map(
    (name) =>
      `${name} is not configured: set ${providers[name].needs.join(', ')}${name === 'ElevenLabs' ? ', or SPEECH_BASE_URL for a speech server of your own' : ''} (or ALLOW_STANDINS=true)`,
  );
}

function realKeysBesideStandins(vars: Environment): string[] {
  const addresses = ['OPENAI_BASE_URL', 'ELEVENLABS_BASE_URL', 'S3_ENDPOINT'] as const;
  return addresses
    .filter((name) => vars[name]?.includes('/standins/'))
    .map((name) => `${name} is a stand-in's address: leave the provider unset instead`);
}

/** Web and worker processes share a database and providers, which must be outside both. */
function aloneInItsRole(vars: Environment, standins: ProviderName[]): string[] {
  if (vars.ROLE === 'all') return [];
  const missing = [
    ...(vars.DATABASE_URL ? [] : ['DATABASE_URL']),
    ...(vars.STANDINS_URL || standins.every((name) => name === 'PostgreSQL')
      ? []
      : ['STANDINS_URL (or every provider)']),
    // A folder belongs to one machine.
    ...(vars.SALES === 'off' ? providers.S3.needs.filter((need) => !vars[need]) : []),
  ];
  if (!missing.length) return [];
  return [`ROLE=${vars.ROLE} is half of the product: set ${missing.join(' and ')} for both halves`];
}

/** With this variable firebase-admin accepts unsigned tokens. */
function uncheckedTokens(given: Record<string, unknown>): string[] {
  const name = 'FIREBASE_AUTH_EMULATOR_HOST';
  return given[name] ? [`${name} turns off the check of Google's tokens: unset it`] : [];
}

/** A real model without a known price would make every sum and the spending cap wrong. */
function unknownPrices(vars: Environment): string[] {
  const { OPENAI_MODEL: script, ELEVENLABS_MODEL: speech } = vars;
  const lacks = (model: string, names: (keyof ReturnType<typeof listedPrices>)[]) => {
    const prices = listedPrices(model, ownPrices(vars));
    return names.some((name) => prices[name] === null);
  };
  return [
    ...(vars.OPENAI_API_KEY && script && lacks(script, ['input', 'output'])
      ? [
          `OPENAI_MODEL=${script} is not in the price list: set OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT`,
        ]
      : []),
    ...(vars.ELEVENLABS_API_KEY && speech && lacks(speech, ['characters'])
      ? [`ELEVENLABS_MODEL=${speech} is not in the price list: set ELEVENLABS_PRICE`]
      : []),
    ...(vars.SPEECH_BASE_URL &&
    lacks(vars.SPEECH_MODEL, ['characters']) &&
    lacks(vars.SPEECH_MODEL, ['minutes'])
      ? [
          `What ${new URL(vars.SPEECH_BASE_URL).hostname} charges for SPEECH_MODEL=${vars.SPEECH_MODEL} is not known: set SPEECH_PRICE or SPEECH_PRICE_MINUTE (0 if it is free)`,
        ]
      : []),
  ];
}

/** The list that we choose from has no models that people run themselves. */
function unknownModel(vars: Environment): string[] {
  if (!isOwnModel(vars) || vars.OPENAI_MODEL) return [];
  return [`OPENAI_BASE_URL is a server of your own: set OPENAI_MODEL to a model it has`];
}

function aloneWithoutServer(given: Record<string, unknown>): string[] {
  if (given.SPEECH_BASE_URL) return [];
  const alone = Object.keys(given).filter((name) => name.startsWith('SPEECH_'));
  return alone.length
    ? [`${alone.join(', ')} without SPEECH_BASE_URL: nothing would speak with it`]
    : [];
}

function houseFaults(given: Record<string, unknown>): string[] {
  const isHouse = given.SALES === 'off';
  const variables = isHouse
    ? [...providers.Paddle.needs, 'PADDLE_ENVIRONMENT', 'PIXEL_ID']
    : ['SIGNUPS', 'MINUTES_A_MONTH'];
  const found = variables.filter((name) => given[name]);
  if (!found.length) return [];
  return [
    isHouse
      ? `SALES=off sells nothing, so ${found.join(', ')} would never be used: leave out one or the other`
      : `${found.join(', ')} without SALES=off: where episodes are sold nothing would use it`,
  ];
}
