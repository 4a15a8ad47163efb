import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '../scripts/chromium.ts';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist/client');
const out = '/tmp/wt/shots-e25';
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.png': 'image/png', '.webmanifest': 'application/json' };
const site = createServer(async (req, res) => {
  const { pathname } = new URL(req.url ?? '/', 'http://x');
  const file = path.extname(pathname) ? pathname : '/index.html';
  try {
    const body = await readFile(path.join(dist, file));
    res.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
    res.end(body);
  } catch { res.statusCode = 404; res.end(); }
});
await new Promise<void>((r) => site.listen(0, '127.0.0.1', r));
const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

const text = await readFile(path.join(root, 'standins/openai/scripts/glowing-sea.txt'), 'utf8');
const script = [...text.matchAll(/^(A|B)(?: \[[^\]]*\])*: (.*)$/gm)].map(([, side, body]) => ({ side, body: body!.replace(/\[[^\]]*\] ?/g, '').replace(/ ?\{[^}]*\}/g, '') }));
let t = 0;
const timed = script.map(({ side, body }) => { const start = t; const len = body.length / 15; t += len + 0.4; return { side, speaker: side === 'A' ? 'Brian' : 'Lily', body, startTime: +start.toFixed(2), endTime: +(start + len).toFixed(2) }; });
const partsUpTo = (n: number) => { const end = timed[n]?.startTime ?? t; return { version: '1.0.0', parts: n ? [{ number: 1, url: '/media/tok/part-1.mp3', startTime: 0, duration: end }] : [] }; };

type State = { spoken: number; heard: number; stage: string; written: number; eta: number | null; owner?: boolean; done?: boolean; title?: string };
const nothing = { aListening: 0 };
function episode(s: State) {
  const secondsSpoken = timed.slice(0, s.spoken).reduce((sum, l) => sum + l.endTime - l.startTime, 0);
  const made = Boolean(s.done);
  return { episode: { token: 'tok', title: s.title ?? 'Why Would a Snack Switch On a Light?', summary: made ? 'Disturb the sea on a dark night and it flashes blue at you. Two hosts follow that light from a boat to a white sea the size of Iceland.' : null, duration: 15, durationSeconds: made ? t : null, voice1Name: 'Brian', voice2Name: 'Lily', choices: { topic: null, voice1Id: 'a', voice2Id: 'b', tone: 'Calm', style: 'Interview', duration: 15, stings: true }, status: made ? 'completed' : 'processing', isOwner: Boolean(s.owner), channel: 'shared', publicId: s.owner ? 'p1' : null, audioUrl: made ? '/media/tok/episode.mp3' : null, partsUrl: made ? null : '/media/tok/parts.json', position: null, wave: null, making: made ? null : { stage: s.stage, progress: { linesWritten: s.written, linesSpoken: s.spoken, secondsSpoken }, etaSeconds: s.eta }, spokenUrl: made ? null : '/media/tok/spoken.json', verdict: null, transcriptUrl: made ? '/media/tok/transcript.json' : null, chaptersUrl: made ? '/media/tok/chapters.json' : null, answersUrl: null, sourcesUrl: null, followUps: [], coverUrl: null, completedAt: null } };
}
export async function openAt(page: Page, state: { now: State }) {
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const json = (body: unknown, status = 200) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
    if (pathname === '/api/auth/me') return json({ user: null });
    if (pathname === '/api/config') return json({ firebase: null, house: null, sendsEmail: true, pixelId: null, devMode: false, research: true, previews: true, standins: [], legal: { name: 'Duologue', address: '' }, supportEmail: '' });
    if (pathname === '/api/listen/tok') return json(episode(state.now));
    if (pathname === '/api/podcasts/p1') return json({ podcast: { ...episode(state.now).episode, publicId: 'p1', topic: 'Why the sea glows at night', tone: 'Calm', style: 'Interview', stage: 'reading', progress: { linesWritten: 0, linesSpoken: 0, secondsSpoken: 0 }, sources: SOURCES, showsSources: false, lastLine: null, etaSeconds: 300, stings: true, voice1Id: 'a', voice2Id: 'b', isPlayed: false, amountPaid: 599, email: 'mira@example.com', listenUrl: '/listen?episode=tok', failure: null, createdAt: new Date().toISOString(), completedAt: null } });
    return json({ message: 'no', code: 'not_found' }, 404);
  });
  await page.route('**/media/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const json = (body: unknown) => route.fulfill({ contentType: 'application/json', body: JSON.stringify(body) });
    const s = state.now;
    if (pathname.endsWith('parts.json')) return json(partsUpTo(s.heard));
    if (pathname.endsWith('spoken.json')) return json({ version: '1.0.0', lines: timed.slice(0, s.spoken).map((l, i) => (i < s.heard ? l : { ...l, startTime: null, endTime: null })) });
    if (pathname.endsWith('transcript.json')) return json({ version: '1.0.0', segments: timed });
    if (pathname.endsWith('chapters.json')) return json({ version: '1.2.0', chapters: [{ startTime: 0, title: 'Cold open' }, { startTime: 60, title: 'The burglar alarm' }] });
    return route.fulfill({ contentType: 'audio/mpeg', headers: { 'accept-ranges': 'bytes' }, path: `${out}/silence.mp3` });
  });
  await page.goto(`${base}/listen?episode=tok`);
}
const SOURCES = [
  { id: 1, kind: 'web', title: 'Bioluminescence in the Sea', site: 'Annual Review of Marine Science' },
  { id: 2, kind: 'web', title: 'Why dinoflagellates flash when they are disturbed', site: 'Scripps Institution' },
  { id: 3, kind: 'text', title: 'My notes from the boat', site: null },
];
const phases: Record<string, State> = {
  queued: { spoken: 0, heard: 0, stage: 'queued', written: 0, eta: 320, title: 'A talk between Brian and Lily' },
  reading: { spoken: 0, heard: 0, stage: 'reading', written: 0, eta: 290, owner: true, title: 'Why the sea glows at night' },
  writing: { spoken: 0, heard: 0, stage: 'writing', written: 12, eta: 270 },
  first: { spoken: 3, heard: 0, stage: 'writing', written: 30, eta: 250 },
  speaking: { spoken: 60, heard: 48, stage: 'speaking', written: 148, eta: 150 },
  mixing: { spoken: 148, heard: 130, stage: 'mastering', written: 148, eta: 20, owner: true },
};
const only = process.argv[2]?.split(',');
const browser = await chromium.launch({ ...launchOptions(), executablePath: launchOptions().executablePath ?? '/usr/bin/chromium' });
for (const width of [390, 1280]) for (const colorScheme of ['dark', 'light'] as const) {
  if (process.argv[3] && process.argv[3] !== `${width}-${colorScheme}`) continue;
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 800 }, colorScheme, deviceScaleFactor: width === 390 ? 1.5 : 1, hasTouch: width === 390, isMobile: width === 390 });
  for (const [name, now] of Object.entries(phases)) {
    if (only && !only.includes(name) && only[0] !== 'all') continue;
    const page = await context.newPage();
    page.on('pageerror', (e) => console.log(name, e.message));
    await openAt(page, { now });
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png` });
    if (name === 'speaking') {
      await page.evaluate(() => scrollTo(0, 0));
      await page.mouse.wheel(0, -10000);
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${out}/${name}-top-${width}-${colorScheme}.png` });
    }
    await page.close();
  }
  await context.close();
}

if (process.argv[2] === 'hand') {
  for (const [name, act] of Object.entries({ playing: 'play', reading: 'scroll', both: 'both', newest: 'none' })) for (const width of [390, 1280]) {
    const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme: 'dark', hasTouch: true });
    const page = await context.newPage();
    page.on('pageerror', (e) => console.log(name, e.message));
    const state = { now: phases.speaking! };
    await openAt(page, state);
    await page.waitForTimeout(1500);
    if (act === 'play' || act === 'both') { await page.getByRole('button', { name: 'Play', exact: true }).click(); await page.waitForTimeout(800);
      await page.evaluate(() => { const l = document.querySelectorAll('ol[aria-label=Transcript] > li')[20]!.querySelector('button')!; l.click(); }); await page.waitForTimeout(1500); }
    if (act !== 'play' && act !== 'none') { await page.mouse.move(190, 300); await page.mouse.wheel(0, -1200); await page.waitForTimeout(800); }
    if (act === 'play') await page.screenshot({ path: `${out}/playing-${width}.png` });
    const before = await page.evaluate(() => {
      const lis = [...document.querySelectorAll('ol[aria-label=Transcript] > li')];
      const cur = lis.findIndex((l) => l.getAttribute('aria-current'));
      const inView = (l: Element) => { const r = l.getBoundingClientRect(); return r.bottom > 422 && r.top < 844; };
      const i = cur >= 0 && lis[cur]!.getBoundingClientRect().top > 0 && lis[cur]!.getBoundingClientRect().top < 844 ? cur : lis.findIndex(inView);
      const w = window as never as { samples: (number | string)[]; };
      w.samples = [];
      const sample = () => { const l = document.querySelectorAll('ol[aria-label=Transcript] > li')[i]; const t = l ? Math.round(l.getBoundingClientRect().top) : 'gone'; if (w.samples.at(-1) !== t) w.samples.push(t); requestAnimationFrame(sample); };
      sample();
      return { i, top: Math.round(lis[i]!.getBoundingClientRect().top), y: scrollY };
    });
    state.now = { ...phases.speaking!, done: true };
    await page.getByText('On air').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(2000);
    console.log(name, width, before, await page.evaluate(() => ({ samples: (window as never as { samples: unknown[] }).samples.slice(0, 30), y: scrollY, paused: [...document.querySelectorAll('audio')].map((a) => a.paused + a.src.slice(-14)) })));
    if (act === 'play') await page.screenshot({ path: `${out}/finished-${width}.png` });
    await context.close();
  }
}
await browser.close();
site.close();
