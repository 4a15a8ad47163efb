import { findFfmpeg } from '../audio/find.ts';
import { lazily } from '../lazily.ts';

/** The tests' ffmpeg, looked for once in each process: that runs three commands of it. */
export const testFfmpeg = lazily(
  async () => (await findFfmpeg(process.env.FFMPEG_PATH ?? null)).path,
);
