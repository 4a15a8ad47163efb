import type { Page } from '@playwright/test';

/** Least contrast of text (WCAG 2.2, 1.4.3, level AA). */
const AA = 4.5;

/** Returns texts and images (their alt text) of low contrast. Every ground must be opaque. */
export function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const isClear = (colour: string) => channels(colour)[3] === 0;
    function luminance(colour: string): number {
      const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
    function groundOf(element: Element | null): string {
      if (!element) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(element);
      return isClear(backgroundColor) ? groundOf(element.parentElement) : backgroundColor;
    }
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getClientRects().length > 0)
      .filter((element) => element instanceof HTMLImageElement || hasText(element))
      .map((element) => {
        const pair = [getComputedStyle(element).color, groundOf(element)].map(luminance);
        const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
        return { element, contrast };
      })
      .filter(({ contrast }) => contrast < least)
      .map(({ element, contrast }) => `${contrast.toFixed(2)}: ${element.outerHTML}`);
  }, AA);
}

export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const BLOCKS = 'h1, h2, p, th, td, img';
    const boxes = [...document.body.querySelectorAll(BLOCKS)]
      .filter((element) => !element.querySelector(BLOCKS))
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    return boxes.flatMap(({ element, box }, i) =>
      boxes
        .slice(i + 1)
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
        )
        .map((over) => `${element.outerHTML} and ${over.element.outerHTML}`),
    );
  });
}
