import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * All made up. A page is `== name | title | site | published | language`, followed by `| article`
 * if the wiki has it, or by `| windows-1252` if it is sent so. Each line is one sentence, `#
 * Heading` begins a section, `{key}` marks sentences that contradict each other.
 */

export interface Fact {
  sentence: string;
  /** What the sentence is about, if another one contradicts it. */
  disputed: string | null;
}

export interface WebPage {
  subject: string;
  /** For example `/pages/night-trains/berth`. */
  path: string;
  title: string;
  site: string;
  /** ISO date. */
  published: string;
  language: 'en' | 'de' | 'es';
  charset: 'utf-8' | 'windows-1252';
  isArticle: boolean;
  /** The first section has no heading. */
  sections: { heading: string | null; facts: Fact[] }[];
  facts: Fact[];
}

const FOLDER = path.join(import.meta.dirname, 'pages');
const SENTENCE = /^(.+?)(?: \{(.+)\})?$/;

function parsePage(subject: string, text: string): WebPage {
  const [head = '', ...lines] = text.split('\n').filter(Boolean);
  const [name, title = '', site = '', published = '', language, kind] = head.split(' | ');
  if (language !== 'en' && language !== 'de' && language !== 'es') {
    throw new Error(`${subject}: not understood: ${head}`);
  }
  const sections: WebPage['sections'] = [{ heading: null, facts: [] }];
  for (const line of lines) {
    const [, sentence = '', disputed = null] = SENTENCE.exec(line) ?? [];
    if (line.startsWith('# ')) sections.push({ heading: line.slice(2), facts: [] });
    else sections.at(-1)?.facts.push({ sentence, disputed });
  }
  return {
    subject,
    path: `/pages/${subject}/${name}`,
    title,
    site,
    published,
    language,
    charset: kind === 'windows-1252' ? kind : 'utf-8',
    isArticle: kind === 'article',
    sections,
    facts: sections.flatMap(({ facts }) => facts),
  };
}

export const webPages: WebPage[] = readdirSync(FOLDER)
  .sort()
  .flatMap((file) => {
    const [, ...pages] = readFileSync(path.join(FOLDER, file), 'utf8').split(/^== /m);
    return pages.map((text) => parsePage(path.parse(file).name, text));
  });

export const articles: WebPage[] = webPages.filter(({ isArticle }) => isArticle);

/** Longer than anybody quotes. */
export const longPage: WebPage = {
  subject: 'everything',
  path: '/pages/everything/long',
  title: 'Everything at once',
  site: 'Openpedia',
  published: '2025-10-01',
  language: 'en',
  charset: 'utf-8',
  isArticle: false,
  ...allOf(webPages.filter(({ language }) => language === 'en')),
};

function allOf(pages: WebPage[]): Pick<WebPage, 'sections' | 'facts'> {
  const sections = pages.map(({ title, facts }) => ({ heading: title, facts }));
  return { sections, facts: sections.flatMap(({ facts }) => facts) };
}
