import { type Episode, stateOf } from '../episode.ts';
import type { World } from '../world.ts';
import { type Delivery, delivered } from './delivery.ts';
import { scriptPaidOnce } from './purchases.ts';
import { nothingLeftBehind } from './traces.ts';

/**
 * Holds many delivered episodes, bought at once and through no crash, to what is promised of each
 * and of all of them. Answers every promise that was broken.
 */
export async function judgeAll(episodes: Episode[], world: World): Promise<string[]> {
  const entries = (await world.ledger()).slice(episodes[0]?.from.entries);
  const broken: string[] = [];
  const written: string[] = [];
  for (const episode of episodes) {
    const state = await stateOf(episode, world);
    const mercy = { handovers: 0, failures: 0, letters: 1 };
    const delivery: Delivery = { episode, state, entries, mercy };
    const ours = entries.filter((one) => one.kind === 'llm' && one.episode === state.publicId);
    const calm = { crash: { state }, entries: ours, dead: ours.length, state };
    broken.push(...scriptPaidOnce(calm), ...(await delivered(delivery, world)));
    written.push(...state.lines.map(({ voice, text }) => `${voice} ${text}`));
  }
  // What two episodes say in the same words may be bought for both, when it is asked for at once.
  for (const entry of entries) {
    if (entry.kind !== 'speech') continue;
    const at = written.indexOf(`${entry.voiceId} ${entry.text}`);
    if (at < 0) broken.push(`bought more often than it is spoken: ${entry.text}`);
    else written.splice(at, 1);
  }
  return [...broken, ...(await takenOnce(episodes, world)), ...(await nothingLeftBehind(world))];
}

/** One worker took each of them, and none was taken over. */
export async function takenOnce(episodes: Episode[], { pool }: World): Promise<string[]> {
  const { rows } = await pool.query(
    'select id, lease from podcasts where id = any($1) and lease <> 1',
    [episodes.map(({ id }) => id)],
  );
  return rows.map(({ id, lease }) => `episode ${id} was taken ${lease} times`);
}
