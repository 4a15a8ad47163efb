import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { aHouse } from '../../testing/builders.ts';
import { inHouse, open, serve } from '../../testing/screen.tsx';
import PrivacyPage from './PrivacyPage.tsx';
import RefundPage from './RefundPage.tsx';
import TermsPage from './TermsPage.tsx';

const seller = { name: 'Night Desk Ltd', address: '1 Harbour Street, Dover' };

function installation(legal: typeof seller, pixelId: string | null = null) {
  serve({
    'GET /api/auth/me': { user: null },
    'GET /api/config': {
      paddle: { clientToken: 'test_1', environment: 'sandbox', script: null },
      pixelId,
      standins: [],
      legal,
      supportEmail: 'help@example.com',
    },
  });
}

type Text = [path: string, title: string, Screen: ComponentType, promises: string[]];
const texts: Text[] = [
  [
    '/privacy',
    'Privacy Policy',
    PrivacyPage,
    [
      'Card numbers never reach us',
      'first and last name if you give them',
      'its number for you, your name and the address of your picture',
      'Where you stopped listening: while you are signed in',
      'what you write to us or say about an episode, with the name and the email address you give',
      'the email address someone tries to sign in with',
      'What you sent while signed in is deleted with your account',
      'Counts of attempts: a few hours',
      'Google: signs you in if you choose to',
      '7 days after the episode is complete, unless another episode uses them',
      'After a deletion, they contain no personal data',
      'OpenAI: checks and reads the topic and writes the script',
      'our script provider reads it, before you order, to find your questions',
      'Our reading of a topic you typed: 30 days',
      'so that the next one doesn’t repeat it. You can turn that off in your account',
      'Both are in the copy of your data, and a deletion removes them',
      'ElevenLabs: speaks',
      'Paddle: takes the payment',
      'Our mail provider',
      'storage providers',
      'Links, texts and PDFs you add: 30 days',
      'A PDF is read and not kept',
      'How long: 30 days, or until you delete your account or the last episode made from it',
      'Titles, addresses and the words an episode quotes stay with the episode',
      'only you see the titles of your own texts and PDFs and the quotes from them, unless you turn them on',
      'your topic and your questions go to OpenAI’s web search and to Wikipedia',
      'It’s set when you sign in, and keeps you signed in',
      'The second is set only when you sign in',
      'While you’re signed out, it’s set when you add a source or ask to hear how an episode starts',
      'Nothing in it says who asked',
      'Paddle’s record of the payment, and the kind of link that led to the order',
      'one number for each day and kind of link. It’s counted without a cookie, doesn’t include an address, a name or which episode it was',
      'How an episode starts: 24 hours, with its sound, or for as long as an order that starts with it',
      'it receives what that requires before you order',
      'Whether an episode was right: if you tell us, yes or no, and what was wrong, in your words',
      'What you said while signed in is in the copy of your data',
      'the first ones before you order if you play how an episode starts',
      'Nothing else is set unless you agree first',
      'Deleting takes the sound, the transcript and the text with it',
    ],
  ],
  [
    '/terms',
    'Terms of Service',
    TermsPage,
    [
      'You pay per episode, once. There is no subscription',
      '10 minutes: $3.99',
      '15 minutes: $5.99',
      '20 minutes: $7.49',
      '25 minutes: $8.99',
      'Paddle.com is the merchant of record for all our orders',
      'your money back within 14 days of paying',
      'The script and both voices are made by AI',
      'They are AI and can get things wrong',
      'An episode is not medical, legal or financial advice',
      'stock voices that we license from ElevenLabs. We don’t clone anyone’s voice',
      'Episodes are marked as made by AI',
      'Topics are checked before you pay',
      'Please don’t',
    ],
  ],
  [
    '/refund',
    'Refunds',
    RefundPage,
    [
      'within 14 days of paying for it',
      'If we can’t make it, your money goes back by itself',
      'we ask Paddle right away to refund the full amount',
      'Paddle.com is the merchant of record for all our orders',
      'There is no subscription',
    ],
  ],
];

test.each(texts)(
  '%s contains every promise, the seller and the support address',
  async (path, title, Screen, promises) => {
    installation(seller);
    open(path, <Screen />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    const main = screen.getByRole('main');
    for (const promise of promises) expect(main).toHaveTextContent(promise);
    expect(main).toHaveTextContent(/In force since \d{1,2} [A-Z][a-z]+ \d{4}/);
    await waitFor(() => expect(main).toHaveTextContent('Night Desk Ltd, 1 Harbour Street, Dover'));
    const [emailChange] = screen.getAllByRole('link', { name: 'help@example.com' });
    expect(emailChange).toHaveAttribute('href', 'mailto:help@example.com');
    expect(document.title).toBe(`${title} · Duologue`);
  },
);

test.each(texts)('%s has a table of contents that links to each section', (path, _, Screen) => {
  installation(seller);
  open(path, <Screen />);
  const contents = screen.getByRole('navigation', { name: 'On this page' });
  const entries = within(contents).getAllByRole('link');
  const parts = within(screen.getByRole('main')).getAllByRole('region');
  expect(entries.map((entry) => entry.getAttribute('href'))).toEqual(
    parts.map((part) => `#${part.id}`),
  );
  expect(entries.map((entry) => entry.textContent)).toEqual(
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
  );
});

test('the privacy policy names a seller without an address and leaves no gap', async () => {
  installation({ name: 'Night Desk Inc.', address: '' });
  open('/privacy', <PrivacyPage />);
  await screen.findByText('Night Desk Inc.');
  const who = screen.getByRole('region', { name: 'Who is responsible for your data' });
  expect(who).toHaveTextContent('Night Desk Inc. is “we” on this page.');
});

test('the refund page is readable when the configuration cannot be loaded', () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/refund', <RefundPage />);
  const how = screen.getByRole('region', { name: 'How to ask' });
  expect(how).toHaveTextContent('Write to the address at the foot of our emails, from');
});

test('the refund page leads to the contact form', () => {
  installation(seller);
  open('/refund', <RefundPage />);
  const ask = screen.getByRole('link', { name: 'Ask for a refund' });
  expect(ask).toHaveAttribute('href', '/contact');
});

test('with a pixel, the privacy policy explains it and lets the tracking choice be changed', async () => {
  installation(seller, '1234567890');
  open('/privacy', <PrivacyPage />);
  const section = await screen.findByRole('region', { name: 'Counting for advertising' });
  for (const promise of [
    'If you agree, and only then, your browser loads Meta’s pixel',
    'never the topic, your name or your email address',
    'If you say no, nothing is loaded',
    'Global Privacy Control or Do Not Track',
  ]) {
    expect(section).toHaveTextContent(promise);
  }
  expect(screen.getByRole('main')).not.toHaveTextContent('nobody follows you around');
  fireEvent.click(within(section).getByRole('button', { name: 'Tracking choices' }));
  expect(
    await screen.findByRole('dialog', { name: 'May we count this visit?' }),
  ).toBeInTheDocument();
});

test('without a pixel, the privacy policy does not mention Meta', async () => {
  installation(seller);
  open('/privacy', <PrivacyPage />);
  await screen.findAllByText('Night Desk Ltd');
  expect(screen.getByRole('main')).not.toHaveTextContent('Meta');
  expect(screen.getByRole('main')).toHaveTextContent('nobody follows you around');
});

test('the privacy policy of a house names those who run it, and no provider that it lacks', async () => {
  serve({ 'GET /api/auth/me': { user: null }, 'GET /api/config': aHouse() });
  open('/privacy', inHouse(<PrivacyPage />));
  const main = screen.getByRole('main');
  const who = screen.getByRole('region', { name: 'Who is responsible for your data' });
  expect(who).toHaveTextContent(
    'Whoever runs this house is “we” on this page. For anything about your data, write to whoever runs this house.',
  );
  const write = within(who).getByRole('link', { name: 'whoever runs this house' });
  expect(write).toHaveAttribute('href', '/contact');
  for (const promise of [
    'OpenAI or another that this house has chosen',
    'ElevenLabs or another that this house has chosen',
    'While you’re signed out, it’s set when you say whether an episode was right',
    'Nothing else is set.',
    'While an episode is being made, deletion waits until that’s settled.',
  ]) {
    expect(main).toHaveTextContent(promise);
  }
  await act(async () => {});
  expect(main).not.toHaveTextContent(/Paddle|Google|Meta|our emails|mail provider|refund|tax law/);
});

test('the privacy policy of a house names Google, its emails and its legal name where it has them', async () => {
  const firebase = {
    apiKey: 'k',
    projectId: 'p',
    authDomain: 'a',
    tokenSyncUrl: null,
    standin: null,
  };
  serve({
    'GET /api/auth/me': { user: null },
    'GET /api/config': aHouse({ firebase, sendsEmail: true, legal: seller }),
  });
  open('/privacy', inHouse(<PrivacyPage />));
  const main = screen.getByRole('main');
  await waitFor(() => expect(main).toHaveTextContent('Night Desk Ltd, 1 Harbour Street, Dover'));
  expect(main).toHaveTextContent('Google: signs you in if you choose to');
  expect(main).toHaveTextContent('Our mail provider: delivers our emails to you');
  expect(main).toHaveTextContent('When you sign in with Google, its window may set cookies.');
  expect(main).not.toHaveTextContent('Paddle');
});
