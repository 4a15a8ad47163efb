import type { Running } from '../../server/testing/processes.ts';
import { openStage, type Stage } from '../stage.ts';
import { openRecorder, type Recorder } from './recorder.ts';

const OPENAI = 'https://api.openai.com/v1';

export interface Setup {
  stage: Stage;
  product: Running;
  recorder: Recorder;
  close(): Promise<void>;
}

/**
 * The model is the one that the environment's OPENAI_ variables name, else the stand-in with the
 * demo's scripts. Voices and payments are always stand-ins: they do not change what is said.
 */
export async function openSetup(): Promise<Setup> {
  const stage = await openStage();
  try {
    const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL } = process.env;
    await fetch(`${stage.standins.url}/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ openai: { writer: 'scripts' } }),
    });
    const standin = stage.standins.url;
    const recorder = await openRecorder(apiKey ? (OPENAI_BASE_URL ?? OPENAI) : standin);
    const settings = Object.entries(process.env).filter(([name]) => name.startsWith('OPENAI_'));
    const product = await stage.startProduct(
      apiKey
        ? {
            ...Object.fromEntries(settings.map(([name, value]) => [name, value ?? ''])),
            STANDINS_URL: standin,
            OPENAI_BASE_URL: recorder.url,
          }
        : { STANDINS_URL: recorder.url },
    );
    return {
      stage,
      product,
      recorder,
      async close() {
        await product.end('SIGTERM');
        await recorder.close();
        await stage.close();
      },
    };
  } catch (error) {
    await stage.close();
    throw error;
  }
}
