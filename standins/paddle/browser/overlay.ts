/*
 * Runs in the browser. `script.ts` sends each function as its source text, so a function may use
 * the others of its file but no imports.
 */

export interface DemoSale {
  id: string;
  status: string;
  total: number;
  currency: string;
  product: string;
  description: string;
  customData: object | null;
}
export interface Buttons {
  pay(): void;
  decline(): void;
  close(): void;
}
export type Overlay = ReturnType<typeof openOverlay>;

/** In a shadow tree, so that the page's styles do not apply. */
export function openOverlay(css: string, email: string, on: Buttons) {
  const host = make('div', { id: 'demo-checkout' });
  const shadow = host.attachShadow({ mode: 'open' });
  applyStyles(shadow, css);

  const title = make('h2', { id: 'title' }, 'Opening the checkout…');
  const item = make('p', { className: 'item' });
  const news = make('p', { className: 'news' });
  news.setAttribute('role', 'status');
  const pay = make('button', { type: 'button', className: 'pay', disabled: true }, 'Pay');
  const decline = make('button', { type: 'button', disabled: true }, 'Decline the card');
  const close = make('button', { type: 'button' }, 'Close');
  pay.addEventListener('click', on.pay);
  decline.addEventListener('click', on.decline);
  close.addEventListener('click', on.close);

  const dialog = make('dialog', {});
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.setAttribute('aria-describedby', 'demo');
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    on.close();
  });
  dialog.append(
    make('p', { id: 'demo', className: 'demo' }, 'DEMO CHECKOUT · no real money moves'),
    title,
    item,
    make('p', { className: 'email' }, email),
    news,
    pay,
    decline,
    close,
  );
  shadow.append(dialog);
  document.body.append(host);
  dialog.showModal();

  return {
    show(sale: DemoSale) {
      const price = formatMoney(sale.total, sale.currency);
      title.textContent = `Total ${price}`;
      item.textContent = `${sale.product}: ${sale.description}`;
      pay.textContent = `Pay ${price}`;
      pay.disabled = decline.disabled = false;
      pay.focus();
    },
    wait(text: string) {
      news.textContent = text;
      pay.disabled = decline.disabled = true;
    },
    retry(text: string) {
      news.textContent = text;
      pay.disabled = decline.disabled = false;
      pay.focus();
    },
    finish(heading: string, text: string) {
      title.textContent = heading;
      news.textContent = text;
      pay.remove();
      decline.remove();
      close.focus();
    },
    remove() {
      // Closing it first returns the focus to the element that had it before.
      dialog.close();
      host.remove();
    },
  };
}

export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

/** Sets styles through the CSSOM, as a strict CSP forbids style elements and attributes. */
export function applyStyles(shadow: ShadowRoot, css: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [sheet];
}

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  if (text) element.textContent = text;
  return element;
}
