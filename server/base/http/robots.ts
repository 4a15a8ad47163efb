import escapeHtml from 'escape-html';
import { pages } from '#shared/pages.ts';

/**
 * Pages that must not be listed are not disallowed: a crawler has to read their `noindex`, and link
 * previews obey this file (RFC 9309), too.
 */
export function robotsTxt(publicUrl: string, sells: boolean): string {
  if (!sells) return 'User-agent: *\nAllow: /listen\nAllow: /media/*/cover.jpg\nDisallow: /\n';
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /media/',
    'Allow: /media/*/cover.jpg',
    'Disallow: /feeds/',
    'Disallow: /standins/',
    'Disallow: /admin',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

/** Empty where nothing is sold (sitemaps.org, protocol 0.9). */
export function sitemapXml(publicUrl: string, sells: boolean): string {
  const urls = Object.entries(pages)
    .filter(([, { indexed }]) => sells && indexed)
    .map(([path]) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
