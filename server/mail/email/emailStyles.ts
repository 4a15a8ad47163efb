import { colours } from '#shared/brand.ts';

type Colour = keyof typeof colours;

export const light = (name: Colour) => colours[name][1];
export const dark = (name: Colour) => colours[name][0];

export const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** The nearest to our display face that a reader may have; Georgia is nearly everywhere. */
export const DISPLAY = "Caprasimo,'Cooper Black',Georgia,serif";
export const CODE = "ui-monospace,Menlo,Consolas,'Courier New',monospace";
/** A rule above a block. */
export const EDGE = `border-top:1px solid ${light('line')};`;
/** Breaks long words and addresses; some clients support only one of the two. */
export const WRAP = 'overflow-wrap:anywhere;word-break:break-word;';
export const UNDERLINE = `text-decoration:underline;text-decoration-color:${light('rim')};text-decoration-thickness:1px;text-underline-offset:3px;`;
/** px. */
export const WIDTH = 560;
/** On each side of the text, px. */
export const MARGIN = 24;

const TEXT = ['ink', 'soft', 'a', 'b'] as const;
const GROUND = ['ground', 'panel', 'well', 'a-fill', 'b-fill'] as const;
type Text = (typeof TEXT)[number];
type Ground = (typeof GROUND)[number];

/** The dark theme recolours borders, too. */
const classOf = (colour: Text | Ground, style: string) =>
  /border(?:-top|-left)?:/.test(style) ? `${colour} line` : colour;

/** Sets the day's colour inline and the night's by class. */
export const inked = (colour: Text, style: string) =>
  `class="${classOf(colour, style)}" style="${style}color:${light(colour)};"`;

/** Some clients read only `bgcolor`. */
export const grounded = (colour: Ground, style: string) =>
  `class="${classOf(colour, style)}" bgcolor="${light(colour)}" style="${style}background-color:${light(colour)};"`;

export const LINK = inked('ink', UNDERLINE);

export const glow = (theme: (name: Colour) => string) =>
  `linear-gradient(${theme('highlight-1')},${theme('highlight-2')})`;

/** Outlook's dark mode ignores the media query and marks what it has recoloured instead. */
export const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${darkRules('', '')}
}
${darkRules('[data-ogsc] ', '[data-ogsb] ')}`;

function darkRules(text: string, ground: string): string {
  return [
    ...TEXT.map((name) => `${text}.${name}{color:${dark(name)}!important}`),
    ...GROUND.map((name) => `${ground}.${name}{background-color:${dark(name)}!important}`),
    `${ground}.line{border-color:${dark('line')}!important}`,
    `${ground}.button{background-color:${dark('highlight-1')}!important;border-color:${dark('highlight-edge')}!important}`,
    `${ground}.ticket{background-image:${glow(dark)}!important}`,
    `${text}.label{color:${dark('on-highlight')}!important}`,
  ].join('\n');
}
