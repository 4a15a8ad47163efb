import escapeHtml from 'escape-html';
import { brand, colours } from '#shared/brand.ts';

/** `sentence` is escaped here; `wayOn` is our own HTML. */
export function pageOf(sentence: string, wayOn: string): string {
  const dress = (side: 0 | 1) =>
    `background:${colours.ground[side]};color:${colours.ink[side]};color-scheme:${side ? 'light' : 'dark'}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${brand.name}</title>
<style>
:root{${dress(1)};font:18px/1.5 system-ui,sans-serif}
@media (prefers-color-scheme:dark){:root{${dress(0)}}}
main{max-width:32rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.5rem;line-height:1.25}
button{font:inherit;font-weight:700;padding:.6rem 1.25rem;min-height:2.75rem}
a{color:inherit;display:inline-block;padding:.6rem 0;font-weight:700;text-underline-offset:.3em}
</style>
<main>
<h1>${escapeHtml(sentence)}</h1>
${wayOn}
</main>
</html>
`;
}
