import { describe, expect, test } from 'vitest';
import { webStandin } from '../../standins/web/web.ts';
import { standinForFile } from '../testing/standin.ts';
import { openMediawiki } from './mediawiki.ts';

const web = standinForFile('web', webStandin);
const USER_AGENT = 'Duologue/1.0 (https://duologue.example; hello@duologue.example)';
const { signal: never } = new AbortController();
const wiki = () => openMediawiki({ url: web.address.mediawiki, userAgent: USER_AGENT });

describe('articles', () => {
  test('are found by topic and questions, whole, with what their licence asks for', async () => {
    const question = { episode: 'e', topic: 'Night trains', questions: ['Why do people yawn?'] };
    const articles = await wiki().find(question, never);
    expect(articles.map(({ title }) => title)).toEqual(['Night train', 'Yawning']);
  });
});
