import { brand, colours } from '../../shared/brand.ts';
import { houseDescriptions, pages, titles } from '../../shared/pages.ts';

/** Rendered by `files.ts`. */
const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** One file serves installations that sell and those that do not, so it names no price. */
export function manifest(): string {
  const night = colours.ground[0];
  return JSON.stringify(
    {
      id: '/',
      name: titles['/'],
      short_name: brand.name,
      description: houseDescriptions['/'],
      lang: 'en',
      start_url: '/create',
      scope: '/',
      display: 'standalone',
      background_color: night,
      theme_color: night,
      icons,
      shortcuts: [shortcut('/create'), shortcut('/dashboard')],
    },
    null,
    2,
  );
}

function shortcut(url: '/create' | '/dashboard') {
  return {
    name: titles[url],
    description: houseDescriptions[url] ?? pages[url].description,
    url,
    icons: icons.slice(0, 1),
  };
}
