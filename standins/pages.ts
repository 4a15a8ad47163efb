import type { Response } from 'express';
import { brand, colours } from '#shared/brand.ts';

export interface Html {
  html: string;
}

/** Escapes every value unless it is `Html` itself. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]) {
  const written = values.map((value) => [value].flat().map(escaped).join(''));
  return { html: String.raw({ raw: parts }, ...written) } satisfies Html;
}

function escaped(value: string | number | Html): string {
  if (typeof value === 'object') return value.html;
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

interface PageOptions {
  /** Path of the only script that may run; without it none may. */
  script?: string;
  style?: string;
  framedBy?: string[];
}

export function sendPage(res: Response, title: string, body: Html, options: PageOptions = {}) {
  const { script, style = '', framedBy = [] } = options;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title} · ${brand.name}</title>
<style>${{ html: styles + style }}</style>
${script ? html`<script src="${script}" defer></script>` : ''}
</head>
<body>
<main>
${body}
</main>
</body>
</html>`;
  res.set({
    'Content-Security-Policy':
      `default-src 'none'; ${script ? "script-src 'self'; " : ''}style-src 'unsafe-inline'; img-src * data:; ` +
      `base-uri 'self'; form-action 'self'; frame-ancestors ${["'self'", ...framedBy].join(' ')}`,
    'Cache-Control': 'no-store',
  });
  res.type('html').send(page.html);
}

const shown = ['ground', 'panel', 'ink', 'soft', 'line', 'rim'] as const;
const variables = (side: 0 | 1) =>
  shown.map((name) => `--${name}:${colours[name][side]}`).join(';');

const styles = `
:root{color-scheme:light dark;${variables(1)}}
@media (prefers-color-scheme:dark){:root{${variables(0)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:17px/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem;overflow-wrap:anywhere}
p{margin:0 0 1rem}
a{color:inherit;text-underline-offset:.2em}
.soft{color:var(--soft)}
ul{list-style:none;margin:1rem 0;padding:0;background:var(--panel);border:1px solid var(--line);border-radius:1rem;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li>a,li>div{display:block;padding:.75rem 1rem;min-height:3rem;overflow-wrap:anywhere}
li>a{text-decoration:none}
li strong{display:block}
small{color:var(--soft);font-size:.9rem}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
iframe{width:100%;height:75vh;border:1px solid var(--line);border-radius:1rem;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;background:var(--panel);border:1px solid var(--line);border-radius:1rem}
`;
