import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export interface FoundFfmpeg {
  /** Absolute. */
  path: string;
  version: string;
  source: 'FFMPEG_PATH' | 'PATH' | '@ffmpeg-installer/ffmpeg';
}

const run = promisify(execFile);

/**
 * Finds an ffmpeg that can make an episode: the one the operator names, else the machine's (it is
 * newer), else the one that came from npm. Throws one sentence that says what to do: a named
 * ffmpeg that does not work is never passed over in silence.
 */
export async function findFfmpeg(ffmpegPath: string | null): Promise<FoundFfmpeg> {
  if (ffmpegPath) {
    const named = path.resolve(ffmpegPath);
    const { version, fault } = await inspect(named);
    if (version) return { path: named, version, source: 'FFMPEG_PATH' };
    throw new Error(`FFMPEG_PATH names ${named}, which ${fault}: correct it or leave it unset.`);
  }
  const places = [
    { source: 'PATH', path: await onPath() },
    { source: '@ffmpeg-installer/ffmpeg', path: await fromNpm() },
  ] as const;
  for (const place of places) {
    if (!place.path) continue;
    const { version } = await inspect(place.path);
    if (version) return { path: place.path, version, source: place.source };
  }
  throw new Error(
    'No working ffmpeg with libmp3lame was found: install ffmpeg, or set FFMPEG_PATH to one.',
  );
}

/** Some builds are trimmed, so a version alone is no promise. */
const needed = [
  { flag: '-encoders', name: 'libmp3lame' },
  { flag: '-filters', name: 'alimiter' },
  { flag: '-filters', name: 'ebur128' },
];

async function inspect(binary: string): Promise<{ version?: string; fault?: string }> {
  try {
    const version = /^ffmpeg version (\S+)/.exec(await ask(binary, '-version'))?.[1];
    if (!version) return { fault: 'is not ffmpeg' };
    for (const { flag, name } of needed) {
      const able = new RegExp(`\\s${name}\\s`).test(await ask(binary, flag));
      if (!able) return { fault: `has no ${name}` };
    }
    return { version };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return { fault: `does not run${code}` };
  }
}

async function ask(binary: string, flag: string): Promise<string> {
  const { stdout } = await run(binary, ['-hide_banner', flag], {
    timeout: 20_000,
    killSignal: 'SIGKILL',
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
}

async function onPath(): Promise<string | null> {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  for (const folder of (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)) {
    const candidate = path.resolve(folder, name);
    const runs = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return candidate;
  }
  return null;
}

/** An optional dependency: absent on platforms it was never built for. */
async function fromNpm(): Promise<string | null> {
  try {
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    return installer.path;
  } catch {
    return null;
  }
}
