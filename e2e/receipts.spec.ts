import { devices, expect, type Locator, type Page } from '@playwright/test';
import type { Transcript } from '#shared/script.ts';
import type { EpisodeSources } from '#shared/sources.ts';
import { PASTED } from '../server/testing/pasted.ts';
import { audit, collectErrors } from './audit.ts';
import { test } from './fixtures.ts';
import { hydrated } from './hydration.ts';
import { become, callApi, newEmail, PASSWORD } from './signIn.ts';
import { addresses, setFaults } from './standins.ts';

/** Three minutes hold facts from both documents, whichever is read first. */
test.use({ minutes: 3, viewport: { width: 390, height: 844 } });

const TOPIC = 'How do bees tell each other the way?';
const PAGE = '/pages/honeybees/honey-bee';
const HIDDEN = 'A document the listener brought';
const READ = 'They read up: 2 sources';
/** Milliseconds of work per second of speech: the list of sources stays on the page meanwhile. */
const SLOW_SPEECH = { workPerSecond: 500 };

/** Sources are numbered in the order in which they are read, which varies. */
const HONEY_BEE = /^Source \d: Honey bee, Openpedia$/;

const web = (path: string) => `${addresses.standins}/web${path}`;
const attached = (page: Page) =>
  page.getByRole('region', { name: 'Your sources' }).getByRole('listitem');
const receiptOn = (page: Page) => page.getByRole('dialog', { name: 'Says who?' });
const listOn = (page: Page) => page.getByRole('dialog', { name: 'Where’s it from?' });
const markOf = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();

async function pdfFile(page: Page) {
  const pdf = await page.request.get(web('/pdfs/ordinary.pdf'));
  return { name: 'lighthouses.pdf', mimeType: 'application/pdf', buffer: await pdf.body() };
}

async function showsBoth(list: Locator) {
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('Honey bee', { exact: true })).toBeVisible();
  await expect(list.getByText('Openpedia', { exact: true })).toBeVisible();
  await expect(list.getByText('Lighthouses', { exact: true })).toBeVisible();
}

/** Checks the focus after each press, because arrow keys do not wrap round. */
async function reach(page: Page, goal: Locator, key = 'Tab') {
  const press = async () => {
    await page.keyboard.press(key);
    return goal.evaluateAll((all) => all.some((each) => each.matches(':focus')));
  };
  await expect.poll(press, { intervals: [0], timeout: 30_000 }).toBe(true);
}

async function textOf(page: Page): Promise<string> {
  return (await page.locator('article').innerText()).replace(/\s+/g, ' ');
}

async function readOpenEpisode(page: Page) {
  const media = `/media/${new URL(page.url()).searchParams.get('episode')}`;
  const { segments } = await callApi<Transcript>(page, 'GET', `${media}/transcript.json`);
  const sources = await callApi<EpisodeSources>(page, 'GET', `${media}/sources.json`);
  return { said: segments.map(({ body }) => body), ...sources };
}

test('a buyer brings a link and a PDF, watches them read, and finds their words behind the lines', async ({
  page,
  browser,
}) => {
  const errors = collectErrors(page);
  await setFaults({ openai: { writer: 'scripts' }, elevenlabs: SLOW_SPEECH });
  const { keyboard } = page;

  await test.step('adds both and sees them read', async () => {
    await page.goto('/create');
    await page.getByLabel('What are we talking about?').fill(TOPIC);
    await page.getByRole('button', { name: 'Add a source' }).tap();
    await page.getByRole('textbox', { name: 'Link' }).fill(web(PAGE));
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    await expect(attached(page).first()).toHaveText(/^Honey beeOpenpedia, \d+ words$/);
    await page.getByRole('button', { name: 'Add another source' }).tap();
    await page.getByText('PDF', { exact: true }).tap();
    await page.getByLabel('Choose a PDF').setInputFiles(await pdfFile(page));
    await expect(attached(page).last()).toHaveText(/^LighthousesPDF, \d+ words$/);
    await page.reload();
    await expect(attached(page)).toHaveText([/^Honey bee/, /^Lighthouses/]);
  });

  await test.step('registers, finds them in the order and pays', async () => {
    await page.getByRole('button', { name: 'Shuffle' }).tap();
    await page.getByLabel('Where should we send it?').fill(newEmail('reader'));
    await page.getByRole('button', { name: /Continue to checkout/ }).tap();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Unlock Episode Creation' }).tap();
    const episode = page.getByRole('region', { name: 'Your episode' });
    await expect(episode.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Pay $3.99' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: /^pay/i }).tap();
  });

  await test.step('watches what they read up on', async () => {
    const sources = page.getByRole('region', { name: 'Sources' });
    // The list is open while they read, which may be over at once.
    await sources.getByRole('button', { name: READ, expanded: false }).tap({ timeout: 60_000 });
    await showsBoth(sources);
    await setFaults({ openai: { writer: 'scripts' } });
    await expect(page.getByRole('link', { name: READ })).toBeVisible({ timeout: 120_000 });
    await page.getByRole('link', { name: 'Listen now' }).tap();
    await expect(page).toHaveURL(/\/listen/);
  });

  await test.step('taps a mark and reads whose words a line rests on', async () => {
    await markOf(page, HONEY_BEE).tap();
    const receipt = receiptOn(page);
    await expect(receipt.getByRole('heading', { name: 'Honey bee' })).toBeVisible();
    await expect(receipt).toContainText('Openpedia. Published 20 May 2025.');
    await expect(receipt).toContainText('The source says so.');
    await expect(receipt).not.toContainText(/\btrue\b/i);
    const quote = (await receipt.getByRole('blockquote').innerText()).slice(1, -1);

    const opened = page.waitForEvent('popup');
    await receipt.getByRole('link', { name: 'Open the page' }).tap();
    const tab = await opened;
    await expect(tab).toHaveURL(web(PAGE));
    expect(await textOf(tab)).toContain(quote);
    await tab.close();
    await receipt.getByRole('button', { name: 'Close' }).tap();
    await expect(receipt).toBeHidden();
  });

  const { said, sources, claims, counts } = await readOpenEpisode(page);
  await test.step('hears what was brought, and of nothing that was not read', async () => {
    const words = said.join(' ');
    expect(words).toContain('tells the others by a dance on the comb.');
    expect(words).toContain('The lighthouse of Alexandria was finished');
    expect(words).not.toContain("hasn't read up");
    expect(sources).toHaveLength(2);
    expect(sources).toContainEqual(expect.objectContaining({ kind: 'pdf', isPrivate: true }));
    expect(counts.sourced).toBe(new Set(claims.map(({ line }) => line)).size);
  });

  await test.step('sees how much rests on which source', async () => {
    await page.getByRole('button', { name: 'Sources 2' }).tap();
    const list = listOn(page);
    const { statements, sourced } = counts;
    const share = sourced < statements ? `${sourced} of` : 'All';
    await expect(list).toContainText(`${share} ${statements} statements of fact have a source`);
    for (const { id, title } of sources) {
      const lines = claims.filter(({ sourceId }) => sourceId === id).length;
      const row = list.getByRole('listitem').filter({ hasText: title });
      await expect(row).toContainText(`Read in full. ${lines} lines rest on it`);
    }
    await expect(list.getByText('Only you see this one')).toHaveCount(1);
    await expect(list.getByRole('switch')).not.toBeChecked();
  });

  await test.step('keeps the PDF to themselves until they show it to everybody', async () => {
    const pdf = sources.find(({ isPrivate }) => isPrivate);
    const claim = claims.find(({ sourceId }) => sourceId === pdf?.id);
    expect(claim?.quote).toMatch(/\w/);
    const device = await browser.newContext({ ...devices['Pixel 7'] });
    const stranger = await device.newPage();
    const strangerErrors = collectErrors(stranger);
    const link = new URL(page.url());
    link.searchParams.delete('sources');
    await stranger.goto(link.href);
    await markOf(stranger, /^Source \d: A document the listener brought$/).tap();
    const receipt = receiptOn(stranger);
    await expect(receipt.getByRole('heading', { name: HIDDEN })).toBeVisible();
    await expect(receipt).toContainText('Only the listener who brought it can see its words.');
    await expect(receipt.getByRole('blockquote')).toHaveCount(0);
    expect(JSON.stringify(await readOpenEpisode(stranger))).not.toContain('"Lighthouses"');

    await listOn(page).getByRole('switch', { name: 'Show everyone what I brought' }).tap();
    await expect(listOn(page).getByRole('switch')).toBeChecked();
    await expect(listOn(page).getByText('Only you see this one')).toHaveCount(0);
    await stranger.goto(link.href);
    await markOf(stranger, /^Source \d: Lighthouses$/).tap();
    await expect(receipt.getByRole('blockquote')).toHaveText(`“${claim?.quote}”`);
    expect(strangerErrors).toEqual([]);
    await device.close();
  });

  await test.step('comes back to where they were from the list and a receipt, by the keyboard', async () => {
    const opener = page.getByRole('button', { name: 'Sources 2' });
    await keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await keyboard.press('Enter');
    await reach(page, listOn(page).getByRole('switch', { checked: true }));
    await audit(page);
    await keyboard.press('Escape');
    await expect(opener).toBeFocused();

    const lines = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem');
    const sourced = lines.filter({ has: page.getByRole('button', { name: HONEY_BEE }) }).first();
    // Tab leads to the line being spoken.
    await reach(page, lines.getByRole('button'));
    await reach(page, lines.first().getByRole('button').first(), 'ArrowUp');
    await reach(page, sourced.getByRole('button').first(), 'ArrowDown');
    await keyboard.press('Tab');
    const mark = sourced.getByRole('button', { name: HONEY_BEE });
    await expect(mark).toBeFocused();
    await keyboard.press('Enter');
    const receipt = receiptOn(page);
    await expect(receipt.getByRole('blockquote')).toBeVisible();
    await reach(
      page,
      receipt.getByRole('link', { name: /^Open the page ?: Honey bee, in a new tab$/ }),
    );
    await audit(page);
    await keyboard.press('Escape');
    await expect(receipt).toBeHidden();
    await expect(mark).toBeFocused();
  });
  expect(errors).toEqual([]);
});

test('a buyer who uses the keyboard alone brings both, pays, hears them read, and never loses the focus', {
  tag: '@full',
}, async ({ page }) => {
  const errors = collectErrors(page);
  const { keyboard } = page;
  await setFaults({ elevenlabs: SLOW_SPEECH });
  await become(page, 'signed in');
  // From the start: a listener added just before the press may be too late on a busy machine.
  const pdf = await pdfFile(page);
  page.on('filechooser', (chooser) => chooser.setFiles(pdf));
  await page.goto('/create');
  await hydrated(page);
  const opener = page.getByRole('button', { name: /^Add a(nother)? source$/ });
  const link = page.getByRole('textbox', { name: 'Link' });

  await test.step('brings a link and a PDF, and hears that they are read', async () => {
    await reach(page, page.getByLabel('What are we talking about?'));
    await keyboard.type(TOPIC);
    await reach(page, opener);
    await keyboard.press('Enter');
    await expect(link).toBeFocused();
    await keyboard.press('Escape');
    await expect(opener).toBeFocused();
    await keyboard.press('Enter');
    await keyboard.type(web(PAGE));
    await keyboard.press('Enter');
    await expect(opener).toBeFocused();
    await expect(attached(page).first().getByRole('status')).toHaveText(
      /^Honey beeOpenpedia, \d+ words$/,
    );

    await keyboard.press('Enter');
    await reach(page, page.getByRole('radio', { name: 'Link' }), 'Shift+Tab');
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowRight');
    await reach(page, page.getByLabel('Choose a PDF'));
    await keyboard.press('Enter');
    await expect(opener).toBeFocused();
    await expect(attached(page).last().getByRole('status')).toHaveText(
      /^LighthousesPDF, \d+ words$/,
    );
    await audit(page);
  });

  await test.step('orders and pays', async () => {
    for (const name of ['Shuffle', /^Continue to checkout/, 'Pay $3.99']) {
      await reach(page, page.getByRole('button', { name }));
      await keyboard.press('Enter');
    }
    await reach(page, page.getByRole('dialog').getByRole('button', { name: /^pay/i }));
    await keyboard.press('Enter');
  });

  await test.step('hears what they read up on', async () => {
    const fold = page.getByRole('button', { name: READ });
    await reach(page, fold);
    await keyboard.press('Enter');
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    const list = page.getByRole('region', { name: 'Sources' }).getByRole('list');
    await expect(list).toHaveAttribute('aria-live', 'polite');
    await showsBoth(list);
    await audit(page);
    await expect(fold).toBeVisible();
  });
  expect(errors).toEqual([]);
});

test.describe('the demo', () => {
  test.use({ knowsDemo: true, minutes: 8 });

  const goOn = (page: Page) => page.getByRole('button', { name: /Continue to checkout/ });
  const paste = (page: Page) =>
    page.getByRole('button', { name: 'Paste a paragraph or add a link, and they talk about that' });

  /** At the end of the page the bar with the button covers nothing. */
  async function auditAtEnd(page: Page) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await audit(page);
  }

  async function attach(page: Page) {
    await page.goto('/create');
    await page.getByLabel('What are we talking about?').fill('What a lighthouse was like');
    await paste(page).tap();
    await page.getByRole('textbox', { name: 'Text' }).fill(PASTED);
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    const follows = page.getByLabel(/^About \d minutes of yours, then:$/);
    await follows.selectOption('What octopuses dream about');
    return follows;
  }

  test('a typed topic leads to three ways before anything is ordered, and a pasted text is one', async ({
    page,
  }) => {
    const errors = collectErrors(page);
    await setFaults({ openai: { writer: 'scripts' } });
    await become(page, 'signed in');
    await page.goto('/create');
    await page.getByLabel('What are we talking about?').fill('What a lighthouse was like');
    await page.getByRole('button', { name: 'Shuffle' }).tap();
    await goOn(page).tap();
    await expect(paste(page)).toBeFocused();
    await expect(paste(page)).toBeInViewport();
    await expect(page).toHaveURL('/create');
    const six = page.getByRole('group', { name: 'This demo has six episodes of its own:' });
    await expect(six.getByRole('button')).toHaveCount(6);
    await auditAtEnd(page);
    const follows = await attach(page);
    await expect(six).toBeHidden();
    await auditAtEnd(page);

    await page.getByRole('button', { name: 'Hear how it starts' }).tap();
    const start = page.getByRole('region', { name: 'How it starts' });
    await expect(start).toContainText('The lighthouse on the island of Skarholm', {
      timeout: 60_000,
    });
    await expect(start).toContainText('One of our own: what octopuses dream about', {
      timeout: 60_000,
    });
    await expect(follows).toHaveValue('What octopuses dream about');
    expect(errors).toEqual([]);
  });

  test('a pasted text becomes an episode that begins with it and says what follows', {
    tag: '@full',
  }, async ({ page }) => {
    await setFaults({ openai: { writer: 'scripts' } });
    await become(page, 'signed in');
    await attach(page);
    await page.getByRole('button', { name: 'Shuffle' }).tap();
    await goOn(page).tap();
    await page.getByRole('button', { name: 'Pay $3.99' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: /^pay/i }).tap();
    await page.getByRole('link', { name: 'Listen now' }).tap({ timeout: 240_000 });
    await expect(page).toHaveURL(/\/listen/);
    const { said } = await readOpenEpisode(page);
    expect(said.slice(0, 4).join(' ')).toContain('one of our own: what octopuses dream about');
    expect(said[4]).toContain('The lighthouse on the island of Skarholm');
    const seam = said.findIndex((line) => line.startsWith('What follows is one of our own'));
    expect(seam).toBeGreaterThan(said.length / 4);
  });
});
