import type { Ask } from './client.ts';
import type { Credits, ProviderVoice } from './speech.ts';

/* These calls are free of charge. */

export const askCredits: Ask<Credits> = async (sdk, abortSignal) => {
  const plan = await sdk.user.subscription.get({ abortSignal });
  const renewedAt = plan.nextCharacterCountResetUnix;
  return {
    tier: plan.tier,
    used: plan.characterCount,
    limit: plan.characterLimit,
    renewedAt: renewedAt ? renewedAt * 1000 : null,
    byUse: plan.maxCreditLimitExtension !== 0,
  };
};

interface ListedModel {
  id: string;
  speaksEnglish: boolean;
}

export const askModels: Ask<ListedModel[]> = async (sdk, abortSignal) => {
  const models = await sdk.models.list({ abortSignal });
  return models
    .filter(({ canDoTextToSpeech }) => canDoTextToSpeech)
    .map(({ modelId: id, languages }) => ({
      id,
      speaksEnglish: languages?.some(({ languageId }) => languageId === 'en') ?? false,
    }));
};

export const askVoices: Ask<ProviderVoice[]> = async (sdk, abortSignal, alive) => {
  const found: ProviderVoice[] = [];
  let nextPageToken: string | undefined;
  do {
    const query = { pageSize: 100, ...(nextPageToken ? { nextPageToken } : {}) };
    const page = await sdk.voices.search(query, { abortSignal });
    alive();
    for (const { voiceId: id, name, labels, description, category, sharing } of page.voices) {
      found.push({
        id,
        name: name ?? id,
        labels: labels ?? {},
        description: description ?? null,
        category: category ?? null,
        rate: sharing?.rate ?? 1,
        endsAt: sharing?.disableAtUnix ? sharing.disableAtUnix * 1000 : null,
      });
    }
    nextPageToken = page.hasMore ? page.nextPageToken : undefined;
  } while (nextPageToken);
  return found;
};
