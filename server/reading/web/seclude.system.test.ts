import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PARSER_FLAGS } from './runParser.ts';
import { startWebServer } from './testing/webServer.ts';

const seclude = path.join(import.meta.dirname, 'seclude.ts');

let server: Awaited<ReturnType<typeof startWebServer>>;
beforeEach(async () => {
  server = await startWebServer();
});
afterEach(() => server.close());

/** What becomes of a piece of code under the parser's flags. */
async function attempt(code: string): Promise<string> {
  const program = `import { seclude } from ${JSON.stringify(seclude)}; seclude();
    try { await (async () => { ${code} })(); console.log('done'); }
    catch (error) { console.log(error.code ?? error.name, error.cause?.message ?? error.message); }`;
  const flags = [...PARSER_FLAGS, '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { env: {} });
  return stdout;
}

it.each([
  ['fetch', 'await fetch(URL)'],
  [
    'http',
    "const http = await import('node:http'); await new Promise((a, b) => http.get(URL, a).on('error', b))",
  ],
  ['net', "const net = await import('node:net'); net.connect(PORT, '127.0.0.1')"],
  ['tls', "const tls = await import('node:tls'); tls.connect(PORT, '127.0.0.1')"],
  ['a server', "const net = await import('node:net'); net.createServer().listen(0)"],
  ['udp', "const dgram = await import('node:dgram'); dgram.createSocket('udp4')"],
  ['dns', "const dns = await import('node:dns/promises'); await dns.resolve4('example.com')"],
])('the parser has no network by %s', async (_name, code) => {
  const { port, origin } = server;
  const output = await attempt(code.replace('URL', `'${origin}'`).replace('PORT', `${port}`));
  expect(output).toContain('this process has no network');
  expect(server.hits).toEqual([]);
});

it.each([
  [
    'read other files',
    "(await import('node:fs')).readFileSync('/etc/passwd')",
    'ERR_ACCESS_DENIED',
  ],
  [
    'write files',
    "(await import('node:fs')).writeFileSync('/tmp/parsed', '')",
    'ERR_ACCESS_DENIED',
  ],
  ['start programs', "(await import('node:child_process')).spawnSync('true')", 'ERR_ACCESS_DENIED'],
  [
    'start threads',
    "new (await import('node:worker_threads')).Worker('1', { eval: true })",
    'ERR_ACCESS_DENIED',
  ],
  ['run text as code', "new Function('return 1')()", 'EvalError'],
])('the parser cannot %s', async (_name, code, refusal) => {
  expect(await attempt(code)).toContain(refusal);
});

it('the parser sees no variable of the environment', async () => {
  expect(await attempt('console.log(Object.keys(process.env).join())')).toBe('\ndone\n');
});
