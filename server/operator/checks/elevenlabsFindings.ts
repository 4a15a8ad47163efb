import type { ProviderFailure } from '../../base/kit/provider.ts';
import { areLow, leftOf } from '../../sound/speech/creditsLeft.ts';
import { bestFormat, leastPlan, planHas, type SoundFormat } from '../../sound/speech/format.ts';
import type { Credits, ProviderVoice } from '../../sound/speech/speech.ts';
import { type Finding, findingOf } from './check.ts';

const DAY = 86_400_000;
/** A voice that ends within this many days has to be replaced now. */
const SOON = 60;
const NAMES = 5;
/** ElevenLabs' Default voices end for all accounts, but the list does not include that date. */
const DEFAULTS_END = '31 December 2026';

const finding = findingOf('ElevenLabs');

export function findPlan(plan: Credits, format: SoundFormat): Finding[] {
  return [findCredits(plan), findFormat(plan.tier, format)];
}

function findCredits(credits: Credits) {
  const { tier, limit, renewedAt, byUse } = credits;
  const until = renewedAt ? ` until ${formatDay(renewedAt)}` : '';
  const state = `The plan is ${tier}, and ${count(leftOf(credits))} of ${count(limit)} credits are left${until}`;
  if (byUse) return finding(true, `${state}; after that, speech is billed by use.`);
  if (!areLow(credits)) return finding(true, `${state}.`);
  const remedy =
    'add credits, turn on usage-based billing or take a larger plan, or orders will wait';
  return finding(false, `${state}: ${remedy}.`);
}

function findFormat(tier: string, format: SoundFormat): Finding {
  if (planHas(format, tier)) {
    return finding(true, `The plan ${tier} has the output format ${format}.`);
  }
  const remedy = `set ELEVENLABS_OUTPUT_FORMAT to ${bestFormat(tier)} or take the ${leastPlan(format)} plan`;
  return finding(false, `The plan ${tier} does not have the output format ${format}: ${remedy}.`);
}

interface ListedModel {
  id: string;
  speaksEnglish: boolean;
}

export function findModel(listed: ListedModel[], model: string): Finding[] {
  const english = listed.filter(({ speaksEnglish }) => speaksEnglish).map(({ id }) => id);
  if (english.includes(model))
    return [finding(true, `The account has ${model}, which speaks English.`)];
  const what = listed.some(({ id }) => id === model)
    ? `${model} does not speak English`
    : `The account does not have the model ${model}`;
  const remedy = english.length
    ? `set ELEVENLABS_MODEL to one of ${english.join(', ')}`
    : 'ask ElevenLabs why it has none that does';
  return [finding(false, `${what}: ${remedy}.`)];
}

export function findVoices(voices: ProviderVoice[], now: number): Finding[] {
  if (!voices.length) {
    return [finding(false, 'The account has no voices: run npm run voices -- --fill 70.')];
  }
  const ending = voices.filter(({ endsAt }) => endsAt !== null && endsAt < now + SOON * DAY);
  const dear = voices.filter(({ rate }) => rate !== 1);
  return [findCount(voices), ...findEnding(ending), ...findDear(dear)];
}

function findCount(voices: ProviderVoice[]): Finding {
  const defaults = voices.filter(({ category }) => category === 'premade').length;
  const note = defaults
    ? `, ${count(defaults)} of them Default voices, which end on ${DEFAULTS_END}: npm run voices -- --fill 70 adds voices from the library`
    : '';
  return finding(true, `The account has ${plural(voices.length, 'voice')}${note}.`);
}

function findEnding(ending: ProviderVoice[]): Finding[] {
  if (!ending.length) return [];
  const first = Math.min(...ending.map(({ endsAt }) => endsAt ?? Number.POSITIVE_INFINITY));
  const when = `within ${SOON} days, the first on ${formatDay(first)}`;
  const remedy = 'add others by npm run voices -- --fill 70';
  return [
    finding(
      false,
      `${plural(ending.length, 'voice')} will end ${when} (${namesOf(ending)}): ${remedy}.`,
    ),
  ];
}

function findDear(dear: ProviderVoice[]): Finding[] {
  if (!dear.length) return [];
  const has = dear.length === 1 ? 'has' : 'have';
  const what = `${plural(dear.length, 'voice')} ${has} another rate than the model’s`;
  const remedy = 'remove from My Voices what you don’t want to pay for';
  return [finding(false, `${what} (${namesOf(dear)}): ${remedy}.`)];
}

function namesOf(voices: ProviderVoice[]): string {
  const names = voices.slice(0, NAMES).map(({ name }) => name);
  return [...names, ...(voices.length > NAMES ? ['and others'] : [])].join(', ');
}

const count = (number: number) => number.toLocaleString('en');
const plural = (number: number, noun: string) =>
  `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
const formatDay = (at: number) =>
  new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

const isPermission = ({ message }: ProviderFailure) => /permission/i.test(message);

export function stopsAll(failure: ProviderFailure): boolean {
  return failure.passing || (failure.trouble === 'refused' && !isPermission(failure));
}

export function sentenceFor(failure: ProviderFailure): Finding {
  return finding(false, `${remedyFor(failure)} (${failure.message})`);
}

function remedyFor(failure: ProviderFailure): string {
  if (failure.passing) {
    return 'ElevenLabs does not answer as it should: try again later, and look at status.elevenlabs.io.';
  }
  if (isPermission(failure)) {
    return 'The key lacks a permission: give it Text to Speech, and read access to Voices, Models and User, under API Keys in the dashboard.';
  }
  if (failure.trouble === 'spent') {
    return 'The credits are spent or a bill is unpaid: add credits or turn on usage-based billing.';
  }
  if (failure.trouble === 'refused') {
    return 'ElevenLabs refuses us: check ELEVENLABS_API_KEY, ELEVENLABS_BASE_URL, ELEVENLABS_MODEL and ELEVENLABS_OUTPUT_FORMAT.';
  }
  return failure.subject === 'voice'
    ? 'The first voice of the account does not speak: remove it from My Voices, or take the plan that covers it.'
    : 'ElevenLabs rejected a plain sentence: try another ELEVENLABS_MODEL.';
}
