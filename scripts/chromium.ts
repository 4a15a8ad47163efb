import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const note = path.resolve(import.meta.dirname, '../node_modules/.cache/chromium-path');

/** The Chromium that the set-up script found; undefined lets the caller look for its own. */
export function chromiumPath(): string | undefined {
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
}

export function launchOptions(): { executablePath?: string; args: string[] } {
  const executablePath = chromiumPath();
  // Chromium refuses to run as root inside its sandbox.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return {
    ...(executablePath && { executablePath }),
    // Letters look as on today's dense screens: hinting changes their widths, and moves the dot of
    // a bold i into its stem.
    args: ['--font-render-hinting=none', ...asRoot],
  };
}
