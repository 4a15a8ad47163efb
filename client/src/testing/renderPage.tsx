import { prerender } from 'react-dom/static';
import { render } from '../app/prerender.tsx';

/**
 * React keeps the contexts of what it prerendered last; rendering nothing afterwards protects the
 * next test from them.
 */
export async function renderPage(...page: Parameters<typeof render>): Promise<string> {
  const html = await render(...page);
  await prerender(<i />);
  return html;
}
