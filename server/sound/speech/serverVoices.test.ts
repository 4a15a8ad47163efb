import { describe, expect, test } from 'vitest';
import { localServers } from '../../testing/localServer.ts';
import { narratorAt } from '../../testing/testSpeechServer.ts';
import { page } from '../../testing/troubledStandin.ts';

/*
 * The lists of voices that servers send. Small servers answer here as OpenAI (its API reference), Kokoro-FastAPI
 * (api/src/routers/openai_compatible.py), Speaches (src/speaches/routers) and LocalAI
 * (core/http/endpoints/localai) do.
 */

const serve = localServers();
const forever = new AbortController().signal;

/** The voices of a server whose list is this: their names and labels. */
async function listed(body: unknown) {
  const baseUrl = await serve((app) => app.get('/v1/audio/voices', (_req, res) => res.send(body)));
  const voices = await narratorAt({ baseUrl, model: 'm' }).voices(forever);
  return voices.map(({ id, name, labels }) => ({ id, name, ...labels }));
}

describe('a list of voices', () => {
  const heart = {
    id: 'speech:af_heart',
    name: 'Heart',
    gender: 'female',
    accent: 'american',
    language: 'en',
  };

  test('of Kokoro-FastAPI is read in its old shape and in its new one', async () => {
    expect(await listed({ voices: ['af_heart'] })).toEqual([heart]);
    expect(await listed({ voices: [{ id: 'af_heart', name: 'af_heart' }] })).toEqual([heart]);
  });

  test('of Speaches has languages, and Piper’s voices no gender', async () => {
    const voices = [
      { name: 'af_heart', language: 'en-us', gender: 'female', id: 'af_heart' },
      { name: 'amy', language: 'en_GB', id: 'amy' },
    ];
    expect(await listed({ voices, object: 'list' })).toEqual([
      heart,
      { id: 'speech:amy', name: 'Amy', accent: 'british', language: 'en' },
    ]);
  });

  test('of LocalAI is by model, and asked for ours', async () => {
    const asked: unknown[] = [];
    const baseUrl = await serve((app) =>
      app.get('/v1/audio/voices', (req, res) => {
        asked.push(req.query.model);
        const voices = [
          { name: 'narrator', language: 'en_GB', gender: 'female' },
          { name: 'plain' },
        ];
        res.json({ data: [{ model: 'm', voices }] });
      }),
    );
    const voices = await narratorAt({ baseUrl, model: 'm' }).voices(forever);
    expect(asked).toEqual(['m']);
    expect(voices.map(({ id, labels }) => ({ id, ...labels }))).toEqual([
      { id: 'speech:narrator', gender: 'female', accent: 'british', language: 'en' },
      { id: 'speech:plain' },
    ]);
  });

  test('of OpenAI’s own names has what is heard of them', async () => {
    expect(await listed({ voices: ['onyx', 'fable'] })).toEqual([
      { id: 'speech:onyx', name: 'Onyx', gender: 'male', accent: 'american', language: 'en' },
      { id: 'speech:fable', name: 'Fable', gender: 'male', accent: 'british', language: 'en' },
    ]);
  });

  test.each([
    ['bm_george', { gender: 'male', accent: 'british', language: 'en' }],
    ['ef_dora', { gender: 'female', language: 'es' }],
    ['zm_yunxi', { gender: 'male', language: 'zh' }],
    ['xf_nobody', {}],
    ['afternoon', {}],
  ])('with %s says of it no more than its name does', async (id, labels) => {
    const [voice] = await listed({ voices: [id] });
    expect(voice).toEqual({ id: `speech:${id}`, name: expect.any(String), ...labels });
  });

  test.each<[string, unknown]>([
    ['HTML', page],
    ['other JSON', { models: [] }],
    ['voices without names', { voices: [7] }],
  ])('that is %s is broken', async (_what, body) => {
    const baseUrl = await serve((app) =>
      app.get('/v1/audio/voices', (_req, res) => res.send(body)),
    );
    const narrator = narratorAt({ baseUrl, patience: { attempts: {} } });
    await expect(narrator.voices(forever)).rejects.toMatchObject({ trouble: 'broken' });
  });

  test('that does not exist is empty, and the models show whether the server works', async () => {
    const models: string[] = [];
    const baseUrl = await serve((app) =>
      app.get('/v1/models', (req, res) => {
        models.push(req.path);
        res.json({ object: 'list', data: [] });
      }),
    );
    const narrator = narratorAt({ baseUrl });
    expect(await narrator.voices(forever)).toEqual([]);
    await narrator.probe(forever);
    expect(models).toEqual(['/v1/models']);
  });

  test('of OpenAI itself is known, by model', async () => {
    const baseUrl = 'https://api.openai.com/v1';
    const count = async (model: string) =>
      (await narratorAt({ baseUrl, model }).voices(forever)).length;
    expect([await count('gpt-4o-mini-tts'), await count('tts-1-hd')]).toEqual([13, 9]);
  });
});

test('a key that may speak and nothing else passes the probe, and a wrong one does not', async () => {
  const probe = async (message: string) => {
    const baseUrl = await serve((app) =>
      app.get('/v1/models', (_req, res) => void res.status(401).json({ error: { message } })),
    );
    return narratorAt({ baseUrl, apiKey: 'k' }).probe(forever);
  };
  await probe('You have insufficient permissions. Missing scopes: api.model.read.');
  await expect(probe('Incorrect API key provided: k.')).rejects.toMatchObject({
    trouble: 'refused',
  });
});
