import type { Locator, Page } from '@playwright/test';
import type { Thumb } from './thumb.ts';

type Task = (page: Page, thumb: Thumb) => Promise<void>;

/** The label of a choice: its radio button is for screen readers only. */
const labelOf = (radio: Locator) => radio.locator('xpath=..');

const TOPIC = 'Why the sea glows at night';

/** Tasks by path. The caller adds the listen page, which needs an episode. */
export const TASKS: Record<string, Task> = {
  async '/'(page, thumb) {
    await thumb.tap('open the menu', page.getByRole('button', { name: 'Menu', exact: true }));
    await thumb.tap('close the menu', page.getByRole('button', { name: 'Close menu' }));
    await thumb.tap('the topic', page.getByLabel('What are we talking about?'));
    await thumb.type('type the topic', TOPIC);
    await thumb.tap('Get Started', page.getByRole('button', { name: 'Get Started' }).first());
    await page.getByRole('button', { name: /^Mic 1/ }).waitFor();
  },

  async '/pricing'(page, thumb) {
    await thumb.tap('open the menu', page.getByRole('button', { name: 'Menu', exact: true }));
    await thumb.tap('close the menu', page.getByRole('button', { name: 'Close menu' }));
    await thumb.tap('choose a length', page.getByRole('link', { name: 'Choose 20 minutes' }));
    await page.getByRole('button', { name: /^Mic 1/ }).waitFor();
  },

  async '/samples'(page, thumb) {
    const place = page.getByRole('slider').first();
    await thumb.tap('play', page.getByRole('button', { name: /^Play/ }).first());
    // The deck has a Pause button too.
    const pause = page.getByRole('main').getByRole('button', { name: /^Pause/ });
    await pause.waitFor();
    await thumb.tap('seek', place, 0.7);
    await thumb.tap('read along', page.getByRole('button', { name: /^Read along/ }).first());
    const lines = page.getByRole('list', { name: /^Transcript/ }).getByRole('button');
    await thumb.tap('a line', lines.nth(1));
    await thumb.tap('pause', pause);
  },

  async '/create'(page, thumb) {
    await thumb.tap('the topic', page.getByLabel('What are we talking about?'));
    await thumb.type('type the topic', TOPIC);
    await chooseVoice(page, thumb, 1, 'Female');
    await chooseVoice(page, thumb, 2, 'Male');
    await thumb.tap('the length', labelOf(page.getByRole('radio', { name: /^25 minutes/ })));
    await thumb.tap('open the tones', page.getByRole('button', { name: /^Tone/ }));
    const tones = page.getByRole('dialog');
    await thumb.tap('a tone', labelOf(tones.getByRole('radio', { name: 'Funny' })));
    await thumb.tap('keep the tone', tones.getByRole('button', { name: 'Keep funny' }));
    await thumb.tap('the address', page.getByLabel('Where should we send it?'));
    await thumb.type('type the address', 'mira@example.com');
    await thumb.tap('go on', page.getByRole('button', { name: /^Continue to checkout/ }));
    await page.getByRole('tab', { name: 'Register' }).waitFor();
  },

  async '/auth'(page, thumb) {
    await thumb.tap('register', page.getByRole('tab', { name: 'Register' }));
    await thumb.tap('the address', page.getByLabel('Email'));
    await thumb.type('type the address', 'mira@example.com');
    await thumb.tap('the password', page.getByLabel('Password', { exact: true }));
    await thumb.type('type the password', 'secret1');
    await thumb.tap('show the password', page.getByRole('button', { name: 'Show password' }));
    await thumb.tap('log in', page.getByRole('tab', { name: 'Login' }));
    // The password is missing, so the form shows an error.
    await thumb.tap('send', page.getByRole('button', { name: 'Sign In', exact: true }));
    await page.getByRole('textbox', { name: 'Password' }).and(page.locator(':focus')).waitFor();
  },
};

async function chooseVoice(page: Page, thumb: Thumb, mic: 1 | 2, gender: string): Promise<void> {
  await thumb.tap('open the voices', page.getByRole('button', { name: `Mic ${mic}` }));
  const sheet = page.getByRole('dialog');
  await thumb.tap('filter them', sheet.getByRole('button', { name: gender, exact: true }));
  await thumb.tap('search them', sheet.getByLabel('Search voices'));
  await thumb.type('type a search', 'british');
  await thumb.type('take it back', '\b'.repeat('british'.length));
  await thumb.tap('filter no more', sheet.getByRole('button', { name: gender, exact: true }));
  await thumb.tap('hear a voice', sheet.getByRole('button', { name: /^Play/ }).nth(mic * 2));
  await thumb.tap('put one on the mic', sheet.getByRole('button', { name: /^(Put|Keep) / }));
  await sheet.waitFor({ state: 'detached' });
}

export const listen: Task = async (page, thumb) => {
  await thumb.tap('play', page.getByRole('button', { name: 'Play', exact: true }));
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await thumb.tap('seek', page.getByRole('slider'), 0.7);
  await thumb.tap('skip', page.getByRole('button', { name: /15 seconds/ }).first());
  await thumb.tap('open the chapters', page.getByRole('button', { name: /Chapter \d+ of/ }));
  const chapters = page.getByRole('dialog').getByRole('listitem').getByRole('button');
  await thumb.tap('a chapter', chapters.nth(1));
  await thumb.tap('open the search', page.getByRole('button', { name: 'Search the transcript' }));
  await page.getByRole('searchbox', { name: 'Search the transcript' }).waitFor();
  await thumb.type('search', 'the');
  await thumb.tap('close the search', page.getByRole('button', { name: 'Close search' }));
  // Not the current line, because the page itself scrolls to that one.
  const next = page.getByRole('list', { name: 'Transcript' }).locator('[aria-current=true] + li');
  await thumb.tap('a line', next.getByRole('button'));
  await thumb.tap('open the speeds', page.getByRole('button', { name: /^Speed/ }));
  await thumb.tap('a speed', labelOf(page.getByRole('radio', { name: '1.5×' })));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await thumb.tap('pause', page.getByRole('button', { name: 'Pause', exact: true }));
};
