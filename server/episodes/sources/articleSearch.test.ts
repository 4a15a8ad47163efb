import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { webStandin } from '../../../standins/web/web.ts';
import { openMediawiki } from '../../reading/web/mediawiki.ts';
import { standinForFile } from '../../testing/standin.ts';
import { findArticle } from './given.ts';

const web = standinForFile('web', webStandin);
const never = new AbortController().signal;
const searchAt = (url: string) => {
  const userAgent = 'test (https://duologue.example)';
  const articles = openMediawiki({ url, userAgent, most: 1 });
  return (topic: string, gone: AbortSignal) => findArticle({ articles }, topic, gone);
};
const refused = (topic: string) => ({ code: 'source_refused', fields: { topic } });

it('a topic leads to the address of its article, or to a sentence where there is none', async () => {
  const find = searchAt(web.address.mediawiki);
  expect(await find('How do honey bees decide?', never)).toMatch(/\/wiki\/Honey_bee$/);
  const none = refused('Wikipedia has no article on that.');
  await expect(find('qwrtzpsdfg', never)).rejects.toMatchObject(none);
});

it('a wiki that cannot be reached, or accepts and never answers, is given up at once', {
  // By its own policy the request would wait for ten.
  timeout: 6_000,
}, async () => {
  const unreachable = refused('Wikipedia can’t be reached from here.');
  await expect(searchAt('http://127.0.0.1:9/')('Bees', never)).rejects.toMatchObject(unreachable);
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const find = searchAt(`http://127.0.0.1:${port}/`);
  await expect(find('Bees', never)).rejects.toMatchObject(unreachable);
  silent.close();
});

it('where the writer is no demo no topic is sent anywhere', async () => {
  const no = refused('Topics aren’t looked up here.');
  await expect(findArticle({ articles: null }, 'Bees', never)).rejects.toMatchObject(no);
});
