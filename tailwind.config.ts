import type { Config } from 'tailwindcss';
import plugin from 'tailwindcss/plugin';
import { colours } from './shared/brand.ts';

/** Shadows, lights and other non-colour tokens, as `[dark, light]`. */
const effects: Record<string, readonly [dark: string, light: string]> = {
  pit: [
    // The rim is what tells an empty box from its ground: 3 : 1 at least (WCAG 2.2, 1.4.11). The first
    // lies on top: under the shade it would be less.
    `inset 0 0 0 1px ${colours.rim[0]}, inset 0 2px 6px rgba(0,0,0,.75)`,
    `inset 0 0 0 1px ${colours.rim[1]}, inset 0 2px 4px rgba(90,45,30,.16)`,
  ],
  'button-light': ['rgba(255,235,211,.12)', 'rgba(255,255,255,.9)'],
  'highlight-light': ['rgba(255,255,255,.75)', 'rgba(255,255,255,.16)'],
  glow: ['0 10px 34px -6px rgba(255,187,92,.42)', '0 12px 26px -10px rgba(80,30,20,.55)'],
  lift: [
    '0 14px 30px -14px rgba(0,0,0,.8), inset 0 1px 0 rgba(255,235,211,.08)',
    '0 14px 30px -14px rgba(80,30,20,.45), inset 0 1px 0 rgba(255,255,255,.9)',
  ],
  spotlight: ['rgba(255,158,64,.20)', 'rgba(255,252,240,.95)'],
  grille: ['rgba(255,235,211,.055)', 'rgba(90,45,30,.085)'],
  scrim: ['rgba(12,5,6,.66)', 'rgba(43,21,25,.5)'],
  dim: ['.3', '.32'],
  blend: ['screen', 'multiply'],
};

function variables(theme: 0 | 1): Record<string, string> {
  const all = Object.entries({ ...colours, ...effects });
  return Object.fromEntries(all.map(([name, pair]) => [`--${name}`, pair[theme]]));
}

const palette = Object.fromEntries(Object.keys(colours).map((name) => [name, `var(--${name})`]));

export default {
  content: ['./client/index.html', './client/src/**/*.tsx'],
  theme: {
    colors: {
      ...palette,
      scrim: 'var(--scrim)',
      transparent: 'transparent',
      current: 'currentColor',
    },
    fontFamily: {
      // System fallbacks with adjusted metrics until the web fonts load (fonts.css).
      display: [
        'Caprasimo',
        '"Caprasimo Near"',
        '"Caprasimo Near Phone"',
        '"Caprasimo Near Linux"',
        'serif',
      ],
      sans: [
        '"Radio Canada Variable"',
        '"Radio Canada Near"',
        '"Radio Canada Near Linux"',
        'sans-serif',
      ],
    },
    extend: {
      fontSize: {
        meta: ['0.9375rem', '1.4'],
        body: ['1.0625rem', '1.5'],
        lead: ['1.1875rem', '1.42'],
        h3: ['1.25rem', '1.15'],
        h2: ['1.6875rem', '1.08'],
        h1: ['2.0625rem', '1.08'],
        display: ['clamp(1.6875rem, 1.2rem + 2.1vw, 2.875rem)', '1.08'],
      },
      borderRadius: {
        chip: '13px',
        well: '14px',
        button: '16px',
        control: '18px',
        card: '20px',
        sheet: '28px',
      },
      boxShadow: { pit: 'var(--pit)', lift: 'var(--lift)' },
      maxWidth: { column: '560px' },
    },
  },
  plugins: [
    plugin(({ addBase }) => {
      addBase({
        ':root, .dark': { colorScheme: 'dark', ...variables(0) },
        '@media (prefers-color-scheme: light)': {
          ':root': { colorScheme: 'light', ...variables(1) },
        },
      });
    }),
  ],
} satisfies Config;
