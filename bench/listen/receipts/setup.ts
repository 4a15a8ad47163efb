import { openStage } from '../../stage.ts';
import { openRecorder } from '../recorder.ts';
import { type Check, readCheck } from './checks.ts';
import { openPages } from './pages.ts';

export type Setup = Awaited<ReturnType<typeof openSetup>>;

/** All accounts are stand-ins, as only they plant false lines. */
export async function openSetup() {
  const stage = await openStage();
  try {
    const checks: Check[] = [];
    const recorder = await openRecorder(stage.standins.url, (asked, answered) => {
      const check = readCheck(asked, answered);
      if (check) checks.push(check);
    });
    const product = await stage.startProduct({ STANDINS_URL: recorder.url, RESEARCH: 'web' });
    const pages = openPages();
    const close = async () => {
      await product.end('SIGTERM');
      await recorder.close();
      await stage.close();
    };
    let closing: Promise<void> | undefined;
    return {
      stage,
      pages,
      product,
      checksOf: (episode: string) => checks.filter((check) => check.episode === episode),
      /** An interrupted run closes twice; both calls wait for the first. */
      close() {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await stage.close();
    throw error;
  }
}
