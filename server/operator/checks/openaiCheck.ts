import { z } from 'zod';
import type { ProviderFailure } from '../../base/kit/provider.ts';
import { openaiWebSearch } from '../../reading/web/webSearch.ts';
import { scriptRetries } from '../../writing/model/model.ts';
import { connect } from '../../writing/model/modelClient.ts';
import { failureOf } from '../../writing/model/modelFailures.ts';
import type { Usage } from '../../writing/script/scriptWriter.ts';
import { openaiModerator, openaiWriter } from '../../writing/writer/openaiWriter.ts';
import { tryWriting } from '../../writing/writer/trial.ts';
import type { Check, Finding } from './check.ts';

interface Settings {
  account: { apiKey: string; baseUrl: string | null };
  model: string;
  moderation: boolean;
  search: boolean;
  onUsage?(usage: Usage & { searches?: number }): void;
}

/** No retries: failures should be reported at once. */
const patience = { ...scriptRetries, attempts: {}, total: 60_000 };
const KEYS = 'platform.openai.com/api-keys';

const models = z.object({ data: z.array(z.object({ id: z.string() })) });

export function openaiCheck(settings: Settings): Check {
  return async ({ buy, signal }) => {
    const looks = [
      seen('model', settings, () => listed(settings, signal)),
      ...(settings.moderation
        ? [seen('moderation', settings, () => moderates(settings, signal))]
        : []),
      ...(buy ? [seen('script', settings, () => writes(settings, signal))] : []),
      ...(buy && settings.search
        ? [seen('search', settings, () => searches(settings, signal))]
        : []),
    ];
    const findings = await Promise.all(looks);
    signal.throwIfAborted();
    // A fault of the account stops writing and searching alike, and is reported once.
    const first = ({ sentence }: Finding) => findings.find((one) => one.sentence === sentence);
    return findings.filter((finding) => first(finding) === finding);
  };
}

type Observation = 'model' | 'moderation' | 'script' | 'search';

async function seen(
  ask: Observation,
  settings: Settings,
  see: () => Promise<Omit<Finding, 'provider'>>,
): Promise<Finding> {
  try {
    return { provider: 'OpenAI', ...(await see()) };
  } catch (error) {
    return {
      provider: 'OpenAI',
      ok: false,
      sentence: sentenceOf(ask, settings, failureOf(error)),
    };
  }
}

async function listed({ account, model }: Settings, signal: AbortSignal) {
  const reply: unknown = await connect(account, patience).models.list({ signal });
  const read = models.safeParse(reply);
  const ok = read.success && read.data.data.some(({ id }) => id === model);
  const sentence = ok
    ? `The project may use ${model}, which writes the scripts.`
    : `The project does not list ${model}: allow it at platform.openai.com (project, limits, model usage), or set OPENAI_MODEL to one that it lists.`;
  return { ok, sentence };
}

async function moderates({ account }: Settings, signal: AbortSignal) {
  await openaiModerator(account, patience).moderate('Why do cats purr?', signal);
  return { ok: true, sentence: 'Moderation answers, for topics and for scripts.' };
}

async function writes({ account, model, onUsage }: Settings, signal: AbortSignal) {
  const ok = await tryWriting(openaiWriter({ ...account, model }, patience), signal, onUsage);
  const sentence = ok
    ? `${model} streams a section as it is sold.`
    : `${model} wrote nothing: set OPENAI_MODEL to another model.`;
  return { ok, sentence };
}

async function searches({ account, model, onUsage }: Settings, signal: AbortSignal) {
  const question = { episode: 'trial', topic: 'Why do people yawn?', questions: [] };
  const found = await openaiWebSearch({ ...account, model }, patience).find(
    onUsage ? { ...question, onBought: onUsage } : question,
    signal,
  );
  const ok = found.length > 0;
  const sentence = ok
    ? `${model} searches the web, for sources.`
    : `${model} searched the web and found nothing: set OPENAI_MODEL to another model, or RESEARCH=wikipedia.`;
  return { ok, sentence };
}

function sentenceOf(ask: Observation, { model }: Settings, failure: ProviderFailure): string {
  const { message, trouble } = failure;
  const wanted = {
    model: 'Models: Read',
    moderation: 'Moderations: Request',
    script: 'Chat completions: Request',
    search: 'Responses: Write',
  };
  if (/missing scopes/i.test(message)) {
    return `The key is restricted: give it the permission "${wanted[ask]}" at ${KEYS}.`;
  }
  if (/must be verified/i.test(message)) {
    return `The organisation is not verified, so ${model} streams nothing: verify it at platform.openai.com/settings/organization/general, and wait a quarter of an hour.`;
  }
  if (trouble === 'spent') {
    return 'The account has no credit: add some, and turn on auto recharge, at platform.openai.com/settings/organization/billing.';
  }
  if (/incorrect api key|invalid_api_key/i.test(message)) {
    return `OpenAI does not know the key: make a new one at ${KEYS} and set OPENAI_API_KEY.`;
  }
  if (/request too large|rate limit/i.test(message)) {
    return `The project's limits are too low to write an episode: raise its tier at platform.openai.com/settings/organization/limits (${message}).`;
  }
  if (/does not exist or you do not have access/i.test(message)) {
    return `The project may not use ${model}: allow it at platform.openai.com, or set OPENAI_MODEL to another.`;
  }
  if (trouble === 'refused' && ask === 'search') {
    return `${model} cannot search the web here, so episodes rest on Wikipedia alone: set OPENAI_MODEL to a model with web search, or RESEARCH=wikipedia (${message}).`;
  }
  if (trouble === 'refused') {
    return `${model} does not accept our requests: set OPENAI_MODEL to another model (${message}).`;
  }
  return `OpenAI did not answer as it should: try again in a few minutes (${message}).`;
}
