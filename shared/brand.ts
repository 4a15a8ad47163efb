export const brand = {
  name: 'Duologue',
  tagline: 'Curiosity on Demand',
  studioTagline: 'AI-Powered Podcast Generation',
} as const;

export function tabTitle(title: string): string {
  return title.startsWith(brand.name) ? title : `${title} · ${brand.name}`;
}

/** SVG paths in a box of 48 x 32: two Ds facing each other, and the lens where they overlap. */
export const mark = {
  a: 'M5 2H16a14 14 0 0 1 0 28H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3Z',
  b: 'M43 2H32a14 14 0 0 0 0 28H43a3 3 0 0 0 3-3V5a3 3 0 0 0-3-3Z',
  lens: 'M24 4.51a14 14 0 0 1 0 22.98a14 14 0 0 1 0-22.98Z',
} as const;

/** Colour tokens as `[dark, light]`; each becomes a CSS variable of the same name. */
export const colours = {
  ground: ['#1a1012', '#f1e0d5'],
  panel: ['#261819', '#fbf1e9'],
  button: ['#3a2829', '#fffaf4'],
  'button-edge': ['#0e0708', '#d3b5a5'],
  well: ['#110a0b', '#fffaf5'],
  ink: ['#fbebd3', '#2b1519'],
  soft: ['#d0b8a6', '#66443f'],
  rim: ['#94766d', '#8d6a60'],
  line: ['#463032', '#dcc3b4'],
  a: ['#ffb04d', '#a03c05'],
  b: ['#6fd3b5', '#0a5f50'],
  wa: ['#ffb04d', '#cc5c08'],
  wb: ['#6fd3b5', '#138a72'],
  da: ['#ffb04d', '#c65206'],
  db: ['#6fd3b5', '#0b7561'],
  meet: ['#fff1cb', '#2b1519'],
  'a-fill': ['#ffb04d', '#f7a03f'],
  'a-fill-2': ['#f59a2e', '#ee8d22'],
  'b-fill': ['#6fd3b5', '#62c6a9'],
  'b-fill-2': ['#56bf9f', '#4ab294'],
  lens: ['#fff1cb', '#fff6df'],
  'on-fill': ['#1e1012', '#241013'],
  'highlight-1': ['#fff6df', '#43232a'],
  'highlight-2': ['#f5d9a6', '#2b1519'],
  'on-highlight': ['#1e1012', '#fff3dd'],
  'highlight-edge': ['#a8783c', '#0f0507'],
  air: ['#ff6b57', '#b3210f'],
  'air-fill': ['#d43421', '#c72b18'],
  err: ['#ff8f7d', '#a51c0b'],
} as const satisfies Record<string, readonly [dark: string, light: string]>;
