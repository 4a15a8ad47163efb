import { prerender } from 'react-dom/static';
import { render } from '../app/prerender.tsx';

/**
 * The HTML of a page as the server sends it. React leaves the contexts of what it prerendered last as
 * they were: rendering nothing afterwards keeps them from the next test.
 */
export async function renderPage(...page: Parameters<typeof render>): Promise<string> {
  const html = await render(...page);
  await prerender(<i />);
  return html;
}
