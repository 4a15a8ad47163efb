import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asEnding } from './ending.ts';
import { readArguments } from './readArguments.ts';
import { digestOf, fileFor } from './writeFiles.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'duologue-out-'));
});
beforeEach(async () => {
  await rm(home, { recursive: true, force: true });
  await mkdir(home);
});
afterAll(() => rm(home, { recursive: true, force: true }));

const at = (name: string) => path.join(home, name);
/** The name of the sound, or the ending's sentence and exit code. */
async function placed(args: string[], title: string | null, known: string[] = []) {
  const cwd = process.env.INIT_CWD;
  process.env.INIT_CWD = home;
  try {
    return path.basename(await fileFor(await readArguments(args), known, title));
  } catch (error) {
    const { message, code } = asEnding(error);
    return `${code}: ${message}`;
  } finally {
    if (cwd === undefined) delete process.env.INIT_CWD;
    else process.env.INIT_CWD = cwd;
  }
}

it.each(['c.json', 'c.txt', 'c.chapters.json', 'c.mp3'])(
  'where %s is there already, the title names an episode, and a name that was asked for is refused',
  async (name) => {
    await writeFile(at(name), 'mine');
    expect(await placed(['C++'], 'How Compilers Think')).toBe('how-compilers-think.mp3');
    expect(await placed(['C#'], null)).toBe('c.mp3');
    const refused = await placed(['C++', '--out', 'c.mp3'], null);
    expect(refused).toMatch(/^2: .* is there already, and not from this episode: --force/);
    expect(refused).toContain(at(name));
    expect(await placed(['C++'], 'C!')).toBe(refused);
    expect(await placed(['C++', '--force'], 'C!')).toBe('c.mp3');
    expect(await placed(['C++', '--out', 'c.mp3'], null, [digestOf('mine')])).toBe('c.mp3');
  },
);

it('a source is never written over, by whatever name and even with --force', async () => {
  await writeFile(at('article.txt'), 'Words of mine.');
  await link(at('article.txt'), at('other.json'));
  const known = [digestOf('Words of mine.')];
  for (const out of ['article.mp3', 'other.mp3']) {
    const args = ['a', '--source', 'article.txt', '--out', out, '--force'];
    expect(await placed(args, null, known)).toMatch(/^2: .* is one of the sources/);
  }
  const args = ['Article', '--source', 'article.txt', '--force'];
  expect(await placed(args, 'Words')).toBe('words.mp3');
});

it.each([
  ['random bytes', Buffer.from([0x50, 0x4b, 3, 4, 0x14, 0xff, 0xfe, 0x80]), false],
  ['control characters', Buffer.from('ab\u0001c'), false],
  ['a text for Windows', Buffer.from('\ufeffKäse\r\n\tund Brot'), true],
])('a source of %s is read: %s', async (_what, content, isText) => {
  await writeFile(at('source.txt'), content);
  const answer = await placed(['a', '--source', 'source.txt'], null);
  if (isText) expect(answer).toBe('a.mp3');
  else expect(answer).toMatch(/^2: --source source.txt: only a PDF or plain text in UTF-8/);
});

it.each(['ENOSPC', 'EDQUOT', '53100'])('%s is a full disk, for later', (code) => {
  const full = Object.assign(new Error('no space left'), { code });
  const { message, code: exit } = asEnding(new Error('not written', { cause: full }));
  expect([exit, message]).toEqual([75, expect.stringContaining('the disk is full')]);
});
