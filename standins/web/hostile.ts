import { html } from '../pages.ts';
import type { Found } from './find.ts';
import injections from './injections.json' with { type: 'json' };
import { renderPage } from './render.ts';
import { type WebPage, webPages } from './webPages.ts';

export const PLACES = ['visible', 'hidden', 'title', 'comment', 'alt', 'quote'] as const;
type Place = (typeof PLACES)[number];

const isPlace = (name: string | undefined): name is Place => PLACES.some((place) => place === name);

/** A reader of the text sees only some of these injections. */
function inject(page: WebPage, place: Place): WebPage {
  const sentence = injections[place];
  const isRead = place === 'visible' || place === 'quote';
  return {
    ...page,
    path: page.path.replace('/pages/', `/odd/injected/${place}/`),
    title: place === 'title' ? sentence : page.title,
    facts: isRead ? [...page.facts, { sentence, disputed: null }] : page.facts,
  };
}

export function renderInjected(path: string, root: string): string | null {
  const place = path.split('/')[3];
  const page = webPages.find((each) => path.endsWith(each.path.replace('/pages', '')));
  if (!page || !isPlace(place)) return null;
  const text = injections[place];
  const found = inject(page, place);
  switch (place) {
    case 'visible':
      return renderPage(found, root, { before: html`<p>${text}</p>` });
    case 'hidden':
      return renderPage(found, root, {
        after: html`<p style="position:absolute;left:-9999px;font-size:1px;color:#fff" aria-hidden="true">${text}</p><p hidden>${text}</p>`,
      });
    case 'title':
      return renderPage(found, root);
    case 'comment':
      return renderPage(found, root, { before: { html: `<!-- ${text} -->` } });
    case 'alt':
      return renderPage(found, root, {
        before: html`<img src="${root}/odd/image" alt="${text}" width="600" height="400">`,
      });
    case 'quote':
      return renderPage(found, root, { after: html`<blockquote><p>${text}</p></blockquote>` });
  }
}

/** Every seventh page is gone. */
export function toHostile(found: Found[]): Found[] {
  return found.map(({ page, facts }) => {
    const place = PLACES[webPages.indexOf(page) % (PLACES.length + 1)];
    if (!place) return { page: { ...page, path: '/odd/dead' }, facts };
    const injected = inject(page, place);
    return { page: injected, facts: [...facts, ...injected.facts.slice(page.facts.length)] };
  });
}
