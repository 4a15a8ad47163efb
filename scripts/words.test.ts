import path from 'node:path';
import { expect, it } from 'vitest';
import { sentencesOfPage } from './words/page.ts';
import { sentencesOf } from './words/program.ts';
import { findSentences } from './words.ts';

const texts = (source: string, file = 'client/src/X.tsx') =>
  sentencesOf(file, source).map(({ line, text }) => `${line}: ${text}`);

it('the pieces of a sentence are one line, with … for values and both wordings of a condition', () => {
  const source = `export const A = ({ a, b, sells }) => (
    <div className="flex gap-2">
      <p className={classes('mt-2', b && 'w-full text-soft')}>
        Made by <strong>{a}</strong> and {b},{' '}
        {sells ? 'sold' : 'made'} here.
        <Icon aria-hidden /> {sells && ' Paid once.'}
      </p>
      {b ? <Button href="/create" aria-label={\`Play \${a}\`}>Go on</Button> : null}
    </div>
  );`;
  expect(texts(source)).toEqual([
    '4: Made by … and …, [sold|made] here. [ Paid once.|]',
    '8: Play …',
    '8: Go on',
  ]);
});

it('messages, labels and printed lines are found; classes, keys, paths and comparisons are not', () => {
  const source = `import x from 'not this one';
    const KEY = 'duologue.keptOrder';
    const STYLES = { main: 'button min-h-14 rounded-button px-7', label: 'now' };
    if (kind === 'Not Found' || kind in table['Not Found']) fetch('/api/not found');
    log.warn('the log says this');
    await tx.select().for('no key update');
    await sql\`select a from b where c = 1\`;
    throw new Problem('invalid', 'This link has expired');
    throw new Error('a row is missing');
    z.string().min(1, 'Topic is required').max(9, \`At most \${MAX} characters\`);
    console.log('done');
    const page = \`<style>h1{margin:0}</style><h1>Nothing here</h1><a href="/">Go home</a>\`;`;
  expect(texts(source, 'server/x.ts')).toEqual([
    '3: now',
    '8: This link has expired',
    '10: Topic is required',
    '10: At most … characters',
    '11: done',
    '12: Nothing here',
    '12: Go home',
  ]);
});

it('a page gives its paragraphs, items and rows, without its code', () => {
  const page = '# Title\n\nOne sentence\nin two lines.\n\n- an item\n\n```sh\nnpm start\n```\n';
  expect(sentencesOfPage('docs/x.md', page).map(({ line, text }) => `${line}: ${text}`)).toEqual([
    '1: # Title',
    '3: One sentence in two lines.',
    '6: - an item',
  ]);
});

const root = path.resolve(import.meta.dirname, '..');
const sentences = findSentences(root);

it.each([
  ['client/src/front/home/Steps.tsx', 'How it works'],
  ['client/src/front/contact/ContactForm.tsx', 'Send message'],
  ['client/src/player/engine/PlayButton.tsx', '[Pause|Play] …'],
  ['client/src/front/legal/RefundPage.tsx', 'Write to …, from the email address you ordered with'],
  ['client/document/plugin.ts', '… needs JavaScript'],
  ['shared/order.ts', 'Topic is required'],
  ['shared/pages.ts', 'Page not found'],
  ['server/episodes/listen/episodeAccess.ts', 'There is no such episode'],
  ['server/mail/email/templates/accountEmails.ts', 'Welcome to …'],
  ['server/base/http/errors.ts', 'Something went wrong on our side.'],
  ['server/people/auth/routes.ts', 'Sign out of your account?'],
  ['server/operator/checks/smtpCheck.ts', 'The mail server lets us in.'],
  ['server/app/startReport.ts', 'Press Ctrl-C to stop.'],
  ['scripts/tidy.ts', 'There is nothing to tidy up.'],
  ['docs/bench.md', '# What is measured, and how'],
  ['README.md', '## Run it'],
])('%s says: %s', (file, said) => {
  const own = sentences.filter((sentence) => sentence.file === file).map(({ text }) => text);
  expect(own.filter((text) => text.startsWith(said))).not.toEqual([]);
});

it('no class, prompt or path is taken for a sentence', () => {
  const code = /(?:^| )(?:items-center|rounded-\w+|min-h-\d+|text-(?:soft|meta|body)|px-\d)(?: |$)/;
  expect(sentences.filter(({ text }) => code.test(text))).toEqual([]);
  expect(sentences.filter(({ file }) => /^(?:server\/writing|docs\/prompts)/.test(file))).toEqual(
    [],
  );
  expect(sentences.filter(({ text }) => /^\/\w|^https?:/.test(text))).toEqual([]);
});

/** Phrasings that a review found to read like a translation, and second spellings. */
const FOREIGN = [
  /\b(?:may|might) err\b/,
  /\b(?:are|is) no (?:real people|medical)\b/,
  /\bTax is in the price\b/i,
  /\blet the middle key\b/i,
  /\bwill have this address\b/,
  /\bdo(?:es)? not know th(?:is|at) (?:discount )?code\b/,
  /\btakes off \$?…/,
  /\bWaiting for the word\b/,
  /\bclosing it loses nothing\b/,
  /\b(?:lie among|among) your unwanted mail\b/,
  /\bhow far it is\b/,
  /\bas soon as it is done\b/,
  /^\[?0 lines\b/,
  /\bWhoever has\b/i,
  /\bfor everybody you sent\b/,
  /\bLinks you gave away\b/,
  /\bfile itself keeps the title\b/,
  /\b(?:not|address not|is) proven\b/i,
  /\bWhere you stand\b/,
  /\bevery tape you have made\b/,
  /\bwhere the spam goes\b/,
  /\bemail and we send you\b/,
  /\bso that only you are in\b/,
  /\bwrite it down, and\b/,
  /\b(?:need|have) to ask nobody\b/,
  /\bvoices are up\b|\bare up\. Hear\b/,
  /\band you cast it\b/,
  /\bIn your inbox, on a page\b/,
  /\bbuilt-in demo (?:writer|voice)\b/,
  /\btell us that this address is yours\b/i,
  /\bletter be\b/,
  /\bgoes with no other\b/,
  /\bGo to the start\b/,
  /\bWhat stands here\b|\bterms that stand here\b/,
  /^No demo$/,
  /\bdo(?:es)? not combine\b/,
];

/** Screens, emails and the API; documents may speak of letters of the alphabet. */
const product = sentences.filter(({ file }) => !file.endsWith('.md'));

it('no sentence of the review is left', () => {
  const left = sentences.filter(({ text }) => FOREIGN.some((foreign) => foreign.test(text)));
  expect(left).toEqual([]);
});

it('an email is an email, never a letter', () => {
  expect(product.filter(({ text }) => /\bletters?\b/i.test(text))).toEqual([]);
});

/** Where an episode may be called a tape, and why. */
const TAPES: Record<string, string> = {
  'client/src/buy/Ready.tsx': 'the same tape, finished',
  'client/src/buy/RecordingArt.tsx': 'the tape is drawn, with the minutes on it',
  'client/src/front/home/Hero.tsx': 'the tape is drawn beside it',
};

it('an episode is an episode; it is a tape only where one is drawn', () => {
  const tapes = product.filter(({ text }) => /\btapes?\b/i.test(text));
  expect(tapes.filter(({ file }) => !(file in TAPES))).toEqual([]);
  expect(Object.keys(TAPES).filter((file) => !tapes.some((tape) => tape.file === file))).toEqual(
    [],
  );
});
