import { z } from 'zod';
import type { ProviderFailure } from '../../base/kit/provider.ts';
import { scriptRetries } from '../../writing/model/model.ts';
import { connect } from '../../writing/model/modelClient.ts';
import { failureOf } from '../../writing/model/modelFailures.ts';
import type { Usage } from '../../writing/script/scriptWriter.ts';
import { openaiWriter } from '../../writing/writer/openaiWriter.ts';
import { tryWriting } from '../../writing/writer/trial.ts';
import { type Check, type Finding, findingOf } from './check.ts';

const finding = findingOf('OpenAI');
/** Without retries: a person waits for the check. */
const patience = { ...scriptRetries, attempts: {}, total: 60_000 };
const models = z.object({ data: z.array(z.object({ id: z.string() })) });
const NAMED = 8;

interface Settings {
  account: { apiKey: string; baseUrl: string };
  model: string;
  onUsage?(usage: Usage): void;
}

export function compatibleServerCheck({ account, model, onUsage }: Settings): Check {
  const { baseUrl } = account;

  async function list(signal: AbortSignal): Promise<Finding> {
    const asked = connect(account, patience).models.list({ signal });
    const { data: reply, response } = await asked.withResponse();
    const read = models.safeParse(reply);
    // The SDK makes an empty list of a page of HTML.
    if (!read.success || !response.headers.get('content-type')?.includes('json')) {
      return finding(
        false,
        `${baseUrl} answers with something other than a list of models: does OPENAI_BASE_URL end in /v1?`,
      );
    }
    const ids = read.data.data.map(({ id }) => id);
    if (ids.includes(model)) return finding(true, `${model} at ${baseUrl} writes the scripts.`);
    const others = ids.length ? `one of its own: ${ids.slice(0, NAMED).join(', ')}` : 'its own';
    return finding(
      false,
      `The server at ${baseUrl} has no ${model}: set OPENAI_MODEL to ${others}.`,
    );
  }

  async function write(signal: AbortSignal): Promise<Finding> {
    const ok = await tryWriting(openaiWriter({ ...account, model }, patience), signal, onUsage);
    return ok
      ? finding(true, `${model} writes a section.`)
      : finding(false, `${model} wrote nothing: set OPENAI_MODEL to another model.`);
  }

  return async ({ buy, signal }) => {
    try {
      const listed = await list(signal);
      return buy && listed.ok ? [listed, await write(signal)] : [listed];
    } catch (error) {
      signal.throwIfAborted();
      return [finding(false, remedyFor(failureOf(error), baseUrl))];
    }
  };
}

function remedyFor({ trouble, message, cause }: ProviderFailure, baseUrl: string): string {
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
