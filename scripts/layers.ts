// Checks every import against the rules in .dependency-cruiser.cjs.
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

const folders = ['client', 'server', 'standins', 'shared', 'e2e', 'bench', 'faults', 'scripts'];
const tests = '\\.test\\.tsx?$|^(server|client/src)/testing|^e2e/|^bench/|^faults/';

const rules = z.object({
  forbidden: z.array(z.object({ name: z.string(), scope: z.string().optional() })),
});
const cruise = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({ rule: z.object({ name: z.string() }), from: z.string(), to: z.string() }),
    ),
  }),
});

/** Source files that were not read are faults too: a checker that reads nothing finds nothing. */
export async function checkLayers(root: string): Promise<{ files: number; faults: string[] }> {
  const present = folders.filter((folder) => existsSync(path.join(root, folder)));
  // Tests import everything, so folders would seem to form cycles through them.
  const [all, product] = await Promise.all([
    runCruiser(root, present),
    runCruiser(root, present, ['--exclude', tests]),
  ]);
  const ofFolders = folderRules(root);
  const violations = [
    ...all.summary.violations.filter(({ rule }) => !ofFolders.has(rule.name)),
    ...product.summary.violations.filter(({ rule }) => ofFolders.has(rule.name)),
  ];
  const files = findSources(root, present);
  const read = new Set(all.modules.map(({ source }) => source));
  return {
    files: files.length,
    faults: [
      ...violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
      ...files.filter((file) => !read.has(file)).map((file) => `not read: ${file}`),
      ...(files.length === 0 ? ['no source file was found'] : []),
    ],
  };
}

function folderRules(root: string): Set<string> {
  const config = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs'));
  const ofFolders = rules.parse(config).forbidden.filter(({ scope }) => scope === 'folder');
  return new Set(ofFolders.map(({ name }) => name));
}

function findSources(root: string, present: string[]): string[] {
  const patterns = present.map((folder) => `${folder}/**/*.{ts,tsx}`);
  return globSync(patterns, { cwd: root }).map((file) => file.replaceAll(path.sep, '/'));
}

function runCruiser(root: string, present: string[], more: string[] = []) {
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const { promise, resolve, reject } = Promise.withResolvers<z.infer<typeof cruise>>();
  const options = { cwd: root, maxBuffer: 2 ** 28 };
  execFile(process.execPath, [...args, ...more, ...present], options, (error, stdout, stderr) => {
    // Its exit code is the number of violations; only output that is not JSON is a failure.
    if (stdout.startsWith('{')) resolve(cruise.parse(JSON.parse(stdout)));
    else reject(new Error(`dependency-cruiser failed: ${stderr || error?.message}`));
  });
  return promise;
}

if (process.argv[1] === import.meta.filename) {
  const { files, faults } = await checkLayers(path.resolve(import.meta.dirname, '..'));
  for (const fault of faults) console.error(fault);
  console.log(`${files} files read, ${faults.length} against the rules`);
  if (faults.length) process.exitCode = 1;
}
