import { lazily } from '../base/kit/lazily.ts';
import { findFfmpeg } from '../sound/mix/findFfmpeg.ts';

/** The tests' ffmpeg, looked for once in each process: that runs three commands of it. */
export const testFfmpeg = lazily(
  async () => (await findFfmpeg(process.env.FFMPEG_PATH ?? null)).path,
);
