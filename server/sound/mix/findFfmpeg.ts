import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

interface FoundFfmpeg {
  path: string;
  version: string;
  source: 'FFMPEG_PATH' | 'PATH' | '@ffmpeg-installer/ffmpeg';
}

/** The system's ffmpeg is newer than the one from npm. One in FFMPEG_PATH must work. */
export async function findFfmpeg(ffmpegPath: string | null): Promise<FoundFfmpeg> {
  if (ffmpegPath) {
    const named = path.resolve(ffmpegPath);
    const { version, fault } = await inspect(named);
    if (version) return { path: named, version, source: 'FFMPEG_PATH' };
    throw new Error(`FFMPEG_PATH names ${named}, which ${fault}: correct it or leave it unset.`);
  }
  const candidates = [
    { source: 'PATH', path: await onPath() },
    { source: '@ffmpeg-installer/ffmpeg', path: await fromNpm() },
  ] as const;
  for (const candidate of candidates) {
    if (!candidate.path) continue;
    const { version } = await inspect(candidate.path);
    if (version) return { path: candidate.path, version, source: candidate.source };
  }
  throw new Error(
    'No working ffmpeg with libmp3lame was found: install ffmpeg, or set FFMPEG_PATH to one.',
  );
}

/** Some builds lack these. */
const NEEDED = { libmp3lame: '-encoders', alimiter: '-filters', ebur128: '-filters' };

async function inspect(binary: string): Promise<{ version?: string; fault?: string }> {
  try {
    const version = /^ffmpeg version (\S+)/.exec(await ask(binary, '-version'))?.[1];
    if (!version) return { fault: 'is not ffmpeg' };
    for (const [name, flag] of Object.entries(NEEDED)) {
      const isThere = new RegExp(`\\s${name}\\s`).test(await ask(binary, flag));
      if (!isThere) return { fault: `has no ${name}` };
    }
    return { version };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return { fault: `does not run${code}` };
  }
}

async function ask(binary: string, flag: string): Promise<string> {
  const { stdout } = await promisify(execFile)(binary, ['-hide_banner', flag], {
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
    try {
      await access(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** The package is optional: some platforms have no build. */
async function fromNpm(): Promise<string | null> {
  try {
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    return installer.path;
  } catch {
    return null;
  }
}
