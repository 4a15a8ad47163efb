import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

export interface Stage {
  from: string;
  /** Returns the arguments of each instruction of this name, with continued lines joined. */
  instructions(name: string): string[];
}

export function readStages(): Map<string, Stage> {
  const stages = read('Dockerfile')
    .replaceAll(/\\\n/g, '')
    .split(/^FROM /m)
    .slice(1);
  return new Map(
    stages.map((text) => {
      const [, from = '', name = ''] = text.match(/^(\S+) AS (\S+)/) ?? [];
      const instructions = (word: string) =>
        [...text.matchAll(new RegExp(`^${word} (.*)`, 'gm'))].map(([, words = '']) => words);
      return [name, { from, instructions }];
    }),
  );
}

const lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })),
});

/** Those at the top of node_modules; without `dev`, as after `npm prune --omit=dev`. */
function installedPackages({ dev }: { dev: boolean }): string[] {
  const { packages } = lock.parse(JSON.parse(read('package-lock.json')));
  return Object.entries(packages).flatMap(([place, about]) => {
    const [, name] = place.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)$/) ?? [];
    return name && (dev || !about.dev) ? [name] : [];
  });
}

export function keptPackages(): string[] {
  const command = readStages().get('build')?.instructions('RUN').at(-1) ?? '';
  const [, removed = ''] = command.match(/rm -rf (.*)/) ?? [];
  const folders = removed.split(' ').map((folder) => folder.replace(/^node_modules\/|\*$/g, ''));
  return installedPackages({ dev: !command.includes('npm prune --omit=dev') }).filter(
    (name) => !folders.some((folder) => folder && name.startsWith(folder)),
  );
}

/** Builds an image's file tree without Docker, with links to packages. The caller removes it. */
export async function copyImage(name: 'product' | 'standins'): Promise<string> {
  const tree = await mkdtemp(path.join(tmpdir(), `duologue-${name}-`));
  for (const words of readStages().get(name)?.instructions('COPY') ?? []) {
    const place = words.split(' ').at(-1) ?? '';
    if (place !== './node_modules' && place !== './') await copy(place, tree);
  }
  await copy('package.json', tree);
  for (const one of name === 'product' ? keptPackages() : installedPackages({ dev: true })) {
    const link = path.join(tree, 'node_modules', one);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(root, 'node_modules', one), link);
  }
  return tree;
}

/** Leaves out the files of .dockerignore. */
function copy(place: string, tree: string): Promise<void> {
  const isIgnored = (file: string) => /\.test\.tsx?$|server\/testing$/.test(file);
  const filter = (file: string) => !isIgnored(file);
  return cp(path.join(root, place), path.join(tree, place), { recursive: true, filter });
}
