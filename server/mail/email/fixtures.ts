import {
  farewellEmail,
  resetEmail,
  securedEmail,
  verificationEmail,
  welcomeEmail,
} from './templates/accountEmails.ts';
import {
  capEmail,
  creditsLowEmail,
  keyEmail,
  lateEmail,
  mailOutageEmail,
  refusedEmail,
  voiceRefusedEmail,
  voicesEndEmail,
} from './templates/operator.ts';
import { bonusEmail, failedEmail, refundEmail } from './templates/order.ts';
import { readyEmail } from './templates/readyEmail.ts';
import { contactEmail, reportEmail } from './templates/support.ts';

const site = 'https://duologue.example';
const sender = { publicUrl: site, supportEmail: 'help@duologue.example' };
const topic = 'Why the sea glows at night';
const links = { verifyUrl: `${site}/auth?proof=t`, disownUrl: `${site}/auth?disown=t` };
/** As long as a link is in life. */
const listenUrl = `${site}/listen?episode=${'Zk3x_9'.repeat(7)}`;

const ready = (change: Partial<Parameters<typeof readyEmail>[0]>) =>
  readyEmail({
    title: topic,
    hosts: ['Brian', 'Lily'],
    boughtMinutes: 15,
    durationSeconds: 904.6,
    listenUrl,
    coverUrl: `${site}/media/t/cover.jpg`,
    waveUrl: `${site}/media/t/wave.png`,
    chapters: [
      { title: 'The glow under the paddle', startSeconds: 0 },
      { title: 'A burglar alarm with ten million lamps, and who comes running', startSeconds: 245 },
      { title: 'What the navy wanted with it', startSeconds: 611 },
    ],
    sources: [
      {
        title: 'Bioluminescence',
        site: 'Wikipedia',
        url: 'https://en.wikipedia.org/wiki/Bioluminescence',
      },
      { title: 'A document you brought', site: null, url: null },
      {
        title: 'Milky seas, seen from space at last',
        site: 'sea.example',
        url: 'https://sea.example/milky?lang=en&page=2',
      },
      {
        title: 'The burglar alarm of the dinoflagellates',
        site: 'plankton.example',
        url: 'https://plankton.example/alarm',
      },
      {
        title: 'What a periscope sees at night',
        site: 'navy.example',
        url: 'https://navy.example/periscope',
      },
      {
        title: 'A sixth one, which is named on its page alone',
        site: 'six.example',
        url: 'https://six.example',
      },
    ],
    followUps: [
      'Can a whole sea glow from one side to the other?',
      'Why do some of the jellyfish that glow eat others that glow as well, night after night?',
      'Who saw it first?',
    ].map((question) => ({
      question,
      url: `${site}/create?${new URLSearchParams({ topic: question, voice1: 'a', voice2: 'b' })}`,
    })),
    discountCode: 'NIGHTOWL',
    receiptUrl: `${site}/dashboard?receipt=o`,
    amountPaid: 599,
    discountAmount: 0,
    ...sender,
    ...change,
  });

const failed = (amountPaid: number, discountAmount = 0) =>
  failedEmail({
    topic,
    boughtMinutes: 15,
    discountCode: null,
    reason: 'A service we depend on kept failing.',
    amountPaid,
    discountAmount,
    createUrl: `${site}/create`,
    ...sender,
  });

const refund = (done: boolean) =>
  refundEmail({ topic, total: 599, reason: 'length', done, listenUrl, ...sender });

/** 25 minutes about something long, by hosts with long names, in words that do not break. */
const longest = ready({
  title: 'Why a Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft?',
  hosts: ['Maximiliana-Alexandra', 'Bartholomew the Narrator of Long Tales'],
  boughtMinutes: 25,
  durationSeconds: 1500,
  chapters: Array.from({ length: 16 }, (_, i) => ({
    title: `Part ${i + 1}: ${'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(i % 2)}`,
    startSeconds: i * 93,
  })),
  sources: Array.from({ length: 24 }, (_, i) => ({
    title: `${'Kraftfahrzeughaftpflichtversicherung'.repeat(2)} ${i}`,
    site: `${'very-long-name.'.repeat(5)}example`,
    url: `${site}/source/${i}`,
  })),
});

/** Every email we send, as it reads on an ordinary day. */
export const everyEmail = {
  welcome: welcomeEmail({ links, createUrl: site, sells: true, ...sender }),
  'welcome-proven': welcomeEmail({
    links: null,
    createUrl: `${site}/create`,
    sells: true,
    ...sender,
  }),
  'welcome-house': welcomeEmail({ links, createUrl: site, sells: false, ...sender }),
  proof: verificationEmail({ ...links, ...sender }),
  secured: securedEmail(sender),
  reset: resetEmail({ resetUrl: `${site}/reset-password?token=t`, ...sender }),
  ready: ready({ amountPaid: 479, discountAmount: 120 }),
  'ready-free': ready({ amountPaid: 0, discountAmount: 599 }),
  'ready-longest': longest,
  'ready-house': ready({ amountPaid: 0, discountAmount: 0 }),
  failed: failed(599),
  'failed-free': failed(0, 599),
  'failed-house': failed(0),
  'refund-asked': refund(false),
  refunded: refund(true),
  bonus: bonusEmail({ useUrl: `${site}/create?bonus=1`, ...sender }),
  farewell: farewellEmail(sender),
  contact: contactEmail({
    id: 7,
    name: 'Mira Sol',
    email: 'mira@example.com',
    message: 'My episode stops at 4:05.\nIs that meant to be?',
    userId: 12,
    ...sender,
  }),
  report: reportEmail({
    id: 3,
    title: topic,
    listenUrl,
    message: 'It is wrong or misleading\nPlankton is not an animal alone.',
    email: 'lee@example.com',
    ...sender,
  }),
  refused: refusedEmail({
    provider: 'ElevenLabs',
    message: '401 invalid_api_key',
    ...sender,
  }),
  mail: mailOutageEmail({
    message: '554 Message rejected: Email address is not verified',
    ...sender,
  }),
  cap: capEmail({ cap: 25_000_000, ...sender }),
  late: lateEmail({ episodes: 3, minutes: 47, ...sender }),
  key: keyEmail({
    kind: 'API key',
    news: 'expiring',
    name: 'Duologue',
    endsAt: new Date('2026-12-01T00:00:00Z'),
    ...sender,
  }),
  voice: voiceRefusedEmail({
    name: 'Brian',
    voiceId: 'nPczCjzI2devNBz1zQrb',
    message: '404 voice_not_found',
    ...sender,
  }),
  voices: voicesEndEmail({
    voices: [
      { id: 'nPczCjzI2devNBz1zQrb', name: 'Brian', end: new Date('2026-12-31T00:00:00Z') },
      { id: 'pFZP5JQG7iQjIQuC4Bku', name: 'Lily', end: new Date('2027-01-15T00:00:00Z') },
    ],
    ...sender,
  }),
  credits: creditsLowEmail({
    left: 12_400,
    limit: 500_000,
    minutes: 14,
    renewedAt: '2026-12-01T00:00:00Z',
    ...sender,
  }),
};
