import { eventData, startDemoPaddle } from './checkout.ts';
import { applyStyles, formatMoney, make, openOverlay } from './overlay.ts';
import { styles } from './styles.ts';

/**
 * Replaces Paddle.js and calls the server that it was loaded from. Its functions are sent as their
 * source text, from which Node strips the types on loading, so it needs no build step.
 */
export function browserScript(): string {
  const functions = [eventData, openOverlay, formatMoney, applyStyles, make, startDemoPaddle];
  return `(() => {
'use strict';
${functions.map(String).join('\n\n')}

const base = new URL('.', document.currentScript.src).href.replace(/\\/$/, '');
const css = ${JSON.stringify(styles)};
startDemoPaddle(base, (email, buttons) => openOverlay(css, email, buttons));
})();
`;
}
