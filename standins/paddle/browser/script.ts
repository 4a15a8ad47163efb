import { eventData, startDemoPaddle } from './checkout.ts';
import { dress, formatMoney, make, openOverlay } from './overlay.ts';
import { styles } from './styles.ts';

/**
 * The script that stands in for Paddle.js. Its functions are checked with everything else and sent
 * as their own source (types are gone once Node has loaded them), so it needs no build of its own.
 * It speaks to whatever address it was loaded from.
 */
export function browserScript(): string {
  const functions = [eventData, openOverlay, formatMoney, dress, make, startDemoPaddle];
  return `(() => {
'use strict';
${functions.map(String).join('\n\n')}

const base = new URL('.', document.currentScript.src).href.replace(/\\/$/, '');
const css = ${JSON.stringify(styles)};
startDemoPaddle(base, (email, buttons) => openOverlay(css, email, buttons));
})();
`;
}
