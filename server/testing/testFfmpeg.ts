import { lazily } from '../base/kit/lazily.ts';
import { findFfmpeg } from '../sound/mix/findFfmpeg.ts';

/** Looked for once per process, because the search runs ffmpeg three times. */
export const testFfmpeg = lazily(
  async () => (await findFfmpeg(process.env.FFMPEG_PATH ?? null)).path,
);
