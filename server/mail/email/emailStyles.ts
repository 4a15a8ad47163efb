import { colours } from '#shared/brand.ts';

type Colour = keyof typeof colours;

export const light = (name: Colour) => colours[name][1];
export const dark = (name: Colour) => colours[name][0];

export const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** The nearest to our display face that a reader may have; Georgia is nearly everywhere. */
export const DISPLAY = "Caprasimo,'Cooper Black',Georgia,serif";
export const CODE = "ui-monospace,Menlo,Consolas,'Courier New',monospace";
/** A rule above a block whose class is `LINED`. */
export const EDGE = `border-top:1px solid ${light('line')};`;
/** The class of an element with a border. */
export const LINED = ' line';
/** Breaks long words and addresses; some clients support only one of the two. */
export const WRAP = 'overflow-wrap:anywhere;word-break:break-word;';
/** A thin line under a link, quieter than its words, in a colour that shows by day and by night. */
export const UNDERLINE = `text-decoration:underline;text-decoration-color:${light('rim')};text-decoration-thickness:1px;text-underline-offset:3px;`;
/** The widest that an email gets, px. */
export const WIDTH = 560;
/** On each side of the text, px. */
export const MARGIN = 24;

/** Colours of text and of what lies under it, for the attributes of an element. */
const TEXT = ['ink', 'soft', 'a', 'b'] as const;
const GROUND = ['ground', 'panel', 'well', 'a-fill', 'b-fill'] as const;
type Text = (typeof TEXT)[number];
type Ground = (typeof GROUND)[number];

/**
 * Attributes of a text: its colour by day inline, and by night by its class. `also` is for the class of
 * its border.
 */
export const inked = (colour: Text, style: string, also = '') =>
  `class="${colour}${also}" style="${style}color:${light(colour)};"`;

/** Attributes of a surface. Some clients read only `bgcolor`. */
export const grounded = (colour: Ground, style: string, also = '') =>
  `class="${colour}${also}" bgcolor="${light(colour)}" style="${style}background-color:${light(colour)};"`;

/** Attributes of every link but those on keys. */
export const LINK = inked('ink', UNDERLINE);

/** The light of a ticket, over its plain colour. */
export const glow = (theme: (name: Colour) => string) =>
  `linear-gradient(${theme('highlight-1')},${theme('highlight-2')})`;

/**
 * The dark theme, the one style sheet of an email. Outlook's own dark mode ignores the media query
 * and marks what it has recoloured instead: texts by `data-ogsc`, grounds by `data-ogsb`.
 */
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
