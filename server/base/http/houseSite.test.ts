import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseDescriptions, sellingPages, titles } from '#shared/pages.ts';
import { Problem } from '#shared/problem.ts';
import { builtSite } from './site.ts';

/* The documents of one build, where episodes are sold and where nothing is. */

const publicUrl = 'https://duologue.example';
const template =
  '<!doctype html><html lang="en"><head><!--head--></head><body><div id="root"></div></body></html>';
let dist: string;

beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'duologue-house-'));
  await writeFile(path.join(dist, 'index.html'), template);
  const bodies = (name: string) =>
    JSON.stringify(
      Object.fromEntries(
        [...Object.keys(titles), '*'].map((at) => [at, { body: `${name} ${at}`, preload: [] }]),
      ),
    );
  await writeFile(path.join(dist, '.pages.json'), bodies('selling'));
  await writeFile(path.join(dist, '.pages.house.json'), bodies('house'));
});
afterAll(() => rm(dist, { recursive: true }));

function open(sells: boolean) {
  const nothing = () => Promise.reject(new Problem('not_found', 'There is no such episode'));
  return supertest(
    express().use(
      builtSite(dist, {
        publicUrl,
        sells,
        findEpisode: nothing,
        findLines: async () => [],
        findChapters: async () => [],
        findQuestions: async () => [],
      }),
    ),
  );
}

test('a document says in which mode it was sent, and holds the page of that mode', async () => {
  const { text: selling } = await open(true).get('/create').expect(200);
  expect(selling).toContain('<html lang="en">');
  expect(selling).toContain('selling /create');
  const { text: house } = await open(false).get('/create').expect(200);
  expect(house).toContain('<html lang="en" data-sales="off">');
  expect(house).toContain('house /create');
});

test.each(sellingPages)('the page %s is not found in a house', async (at) => {
  await open(true).get(at).expect(200);
  const { text } = await open(false).get(at.toUpperCase()).expect(404);
  expect(text).toContain('house *');
});

test('what a house says of its pages names no price, and search engines are offered none', async () => {
  for (const at of Object.keys(titles)) {
    const { text } = await open(false).get(at);
    expect(text).toContain('<meta name="robots" content="noindex" />');
    expect(text).not.toMatch(/\$|\b(pa(y|id)|pric|purchas|bought|buy|sold|refund|subscri)/i);
  }
  const { text } = await open(false).get('/').expect(200);
  expect(text).toContain(houseDescriptions['/']);
  const { text: map } = await open(false).get('/sitemap.xml').expect(200);
  expect(map).not.toContain('<loc>');
  const { text: robots } = await open(false).get('/robots.txt').expect(200);
  expect(robots).toMatch(/^Disallow: \/$/m);
  expect(robots).toMatch(/^Allow: \/listen$/m);
});
