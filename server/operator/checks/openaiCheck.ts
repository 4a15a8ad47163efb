import { z } from 'zod';
import type { ProviderFailure } from '../../base/kit/provider.ts';
import { openaiWebSearch } from '../../reading/web/webSearch.ts';
import { scriptRetries } from '../../writing/model/model.ts';
import { connect } from '../../writing/model/modelClient.ts';
import { failureOf } from '../../writing/model/modelFailures.ts';
import type { Usage } from '../../writing/script/scriptWriter.ts';
import { openaiModerator, openaiWriter } from '../../writing/writer/openaiWriter.ts';
import { tryWriting } from '../../writing/writer/trial.ts';
import { bad, type CheckOptions, type Found, good, observe } from './check.ts';

interface WriterSettings {
  account: { apiKey: string; baseUrl: string | null };
  model: string;
  onUsage?(usage: Usage & { searches?: number }): void;
}

interface Settings extends WriterSettings {
  moderation: boolean;
  search: boolean;
}

/** No retries: a person waits, and failures should be reported at once. */
const patience = { ...scriptRetries, attempts: {}, total: 60_000 };
const KEYS = 'platform.openai.com/api-keys';
/** How many models a sentence names. */
const NAMED = 8;

const models = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Null if the answer is no list of models. */
async function listModels({ account }: WriterSettings, signal: AbortSignal) {
  // The SDK's own method takes a page of HTML for an empty list.
  const reply = await connect(account, patience).get<unknown>('/models', { signal });
  return models.safeParse(reply).data?.data.map(({ id }) => id) ?? null;
}

async function writes(
  { account, model, onUsage }: WriterSettings,
  signal: AbortSignal,
  found: string,
): Promise<Found> {
  const writer = openaiWriter({ ...account, model }, patience);
  if (await tryWriting(writer, signal, onUsage)) return good(`${model} ${found}.`);
  return bad(`${model} wrote nothing: set OPENAI_MODEL to another model.`);
}

export async function openaiCheck(
  settings: Settings,
  { buy, signal }: CheckOptions,
): Promise<Found[]> {
  const { account, model, moderation, search, onUsage } = settings;
  const ask = (about: About, see: () => Promise<Found>) =>
    observe(signal, see, (error) => sentenceOf(about, model, failureOf(error)));
  const looks = [
    ask('model', async () =>
      (await listModels(settings, signal))?.includes(model)
        ? good(`The project may use ${model}, which writes the scripts.`)
        : bad(
            `The project does not list ${model}: allow it at platform.openai.com (project, limits, model usage), or set OPENAI_MODEL to one that it lists.`,
          ),
    ),
    moderation &&
      ask('moderation', async () => {
        await openaiModerator(account, patience).moderate('Why do cats purr?', signal);
        return good('Moderation answers, for topics and for scripts.');
      }),
    buy && ask('script', () => writes(settings, signal, 'streams a section as it is sold')),
    buy &&
      search &&
      ask('search', async () => {
        const question = { episode: 'trial', topic: 'Why do people yawn?', questions: [] };
        const found = await openaiWebSearch({ ...account, model }, patience).find(
          onUsage ? { ...question, onBought: onUsage } : question,
          signal,
        );
        if (found.length) return good(`${model} searches the web, for sources.`);
        return bad(
          `${model} searched the web and found nothing: set OPENAI_MODEL to another model, or RESEARCH=wikipedia.`,
        );
      }),
  ];
  const found = (await Promise.all(looks)).flatMap((one) => one || []);
  signal.throwIfAborted();
  // A fault of the account stops writing and searching alike, and is reported once.
  return [...new Map(found.map((one) => [one.sentence, one])).values()];
}

type About = keyof typeof PERMISSIONS;

const PERMISSIONS = {
  model: 'Models: Read',
  moderation: 'Moderations: Request',
  script: 'Chat completions: Request',
  search: 'Responses: Write',
};

function sentenceOf(about: About, model: string, { message, trouble }: ProviderFailure): string {
  if (/missing scopes/i.test(message)) {
    return `The key is restricted: give it the permission "${PERMISSIONS[about]}" at ${KEYS}.`;
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
  if (trouble === 'refused' && about === 'search') {
    return `${model} cannot search the web here, so episodes rest on Wikipedia alone: set OPENAI_MODEL to a model with web search, or RESEARCH=wikipedia (${message}).`;
  }
  if (trouble === 'refused') {
    return `${model} does not accept our requests: set OPENAI_MODEL to another model (${message}).`;
  }
  return `OpenAI did not answer as it should: try again in a few minutes (${message}).`;
}

/** For a server that speaks OpenAI's protocol. */
export function compatibleServerCheck(
  settings: WriterSettings & { account: { baseUrl: string } },
  { buy, signal }: CheckOptions,
): Promise<Found[]> {
  const { account, model } = settings;
  const { baseUrl } = account;

  function modelIn(ids: string[] | null): Found {
    if (!ids) {
      return bad(
        `${baseUrl} answers with something other than a list of models: does OPENAI_BASE_URL end in /v1?`,
      );
    }
    if (ids.includes(model)) return good(`${model} at ${baseUrl} writes the scripts.`);
    const others = ids.length ? `one of its own: ${ids.slice(0, NAMED).join(', ')}` : 'its own';
    return bad(`The server at ${baseUrl} has no ${model}: set OPENAI_MODEL to ${others}.`);
  }

  const see = async () => {
    const listed = modelIn(await listModels(settings, signal));
    if (!buy || !listed.ok) return listed;
    return [listed, await writes(settings, signal, 'writes a section')];
  };
  return observe(signal, see, (error) => serverRemedy(failureOf(error), baseUrl));
}

function serverRemedy({ trouble, message, cause }: ProviderFailure, baseUrl: string): string {
  const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
  if (status === 404) {
    return `${baseUrl} has no list of models: does OPENAI_BASE_URL end in /v1?`;
  }
  if (trouble === 'refused') {
    return `The server at ${baseUrl} refuses the key: set OPENAI_API_KEY to its own (${message}).`;
  }
  if (trouble === 'spent') return `The account at ${baseUrl} has nothing left: add credit.`;
  if (trouble === 'busy' && status === undefined) {
    return `Nothing answers at ${baseUrl}: is the server running, and is OPENAI_BASE_URL right?`;
  }
  return `The server at ${baseUrl} does not answer as it should (${message}).`;
}
