import { eventData, startDemoPaddle } from './checkout.ts';
import { applyStyles, formatMoney, make, openOverlay } from './overlay.ts';
import { styles } from './styles.ts';

/**
 * The script that replaces Paddle.js. Its functions are type-checked with the other code and sent as
 * their source text (Node has removed the types when it loaded them), so it needs no build step.
 * It calls the server that it was loaded from.
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
