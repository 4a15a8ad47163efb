import type { Account } from '#shared/account.ts';
import type {
  AdminOrder,
  AdminOrderDetail,
  AdminPodcast,
  PaymentEventSummary,
} from '#shared/admin.ts';
import type { ClientConfig } from '#shared/config.ts';
import type { DiscountCode } from '#shared/discount.ts';
import type { Listening, Podcast } from '#shared/episode.ts';
import type { Order, Receipt } from '#shared/order.ts';
import type { Sample } from '#shared/samples.ts';
import type { Voice } from '#shared/voices.ts';

/* Replies of the server in tests: each builder makes one valid object, changed by `own`. */

export const anAccount = (own: Partial<Account> = {}): Account => ({
  id: 1,
  email: 'mira@example.com',
  username: 'mira',
  firstName: 'Mira',
  lastName: null,
  profileImageUrl: null,
  authProvider: 'local',
  isAdmin: false,
  hasMemory: true,
  emailVerified: false,
  hasPassword: true,
  subscriptionStatus: 'free',
  monthlyPodcastsGenerated: 0,
  hasUsedFreePodcast: false,
  hasMadeFirstPurchase: false,
  ...own,
});

export const aHouse = (own: Partial<ClientConfig> = {}): ClientConfig => ({
  firebase: null,
  house: { signups: true, needsSetupCode: false, minutesAMonth: 300 },
  sendsEmail: false,
  pixelId: null,
  devMode: false,
  research: true,
  previews: true,
  standins: [],
  legal: { name: 'Duologue', address: '' },
  supportEmail: '',
  ...own,
});

export const someMinutes = (used: number) => ({
  used,
  limit: 300,
  resetsAt: '2026-12-01T00:00:00.000Z',
});

export const mira = anAccount();

export const aVoice = (own: Partial<Voice> = {}): Voice => {
  const { name = 'Brian' } = own;
  return {
    id: `v-${name.toLowerCase()}`,
    name,
    tags: ['deep'],
    gender: 'Male',
    accent: 'American',
    description: `${name} reads well`,
    thumbnailUrl: '',
    sampleAudioUrl: `/api/voices/${name}/sample.mp3`,
    quality: 'Premium',
    ...own,
  };
};

const request = {
  topic: 'Why the sea glows',
  tone: 'Calm',
  style: 'Interview',
  duration: 15,
  voice1Id: 'v1',
  voice1Name: 'Brian',
  voice2Id: 'v2',
  voice2Name: 'Lily',
  stings: true,
} as const;

const rests = { sources: [], onlyTheseSources: false };

export const anOrder = (own: Partial<Order> = {}): Order => ({
  id: 'o1',
  status: 'open',
  ...request,
  ...rests,
  email: 'mira@example.com',
  discountCode: null,
  discountPercent: 0,
  listPrice: 599,
  discountAmount: 0,
  total: 599,
  currency: 'USD',
  isBonus: false,
  hasPreview: false,
  transactionId: null,
  podcast: null,
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  ...own,
});

export const aPodcast = (own: Partial<Podcast> = {}): Podcast => ({
  publicId: 'p1',
  title: 'Why the sea glows at night',
  ...request,
  status: 'completed',
  stage: 'emailing',
  progress: { linesWritten: 148, linesSpoken: 64, secondsSpoken: 380 },
  sources: [],
  showsSources: false,
  lastLine: null,
  etaSeconds: null,
  durationSeconds: 901,
  wave: null,
  position: null,
  isPlayed: false,
  amountPaid: 599,
  email: 'mira@example.com',
  audioUrl: '/media/p1/episode.mp3',
  partsUrl: null,
  listenUrl: '/listen?episode=token',
  failure: null,
  createdAt: new Date().toISOString(),
  completedAt: null,
  ...own,
});

/** A finished episode as anyone with its link `tok` gets it. */
export const aListening = (own: Partial<Listening['episode']> = {}): Listening => ({
  episode: {
    token: 'tok',
    title: 'Why the sea glows at night',
    summary: 'Two hosts on plankton.',
    duration: 10,
    durationSeconds: 600,
    voice1Name: 'Brian',
    voice2Name: 'Lily',
    choices: {
      topic: null,
      voice1Id: 'v1',
      voice2Id: 'v2',
      tone: 'Calm',
      style: 'Interview',
      duration: 10,
      stings: true,
    },
    status: 'completed',
    isOwner: false,
    channel: 'shared',
    publicId: null,
    audioUrl: '/media/tok/episode.mp3',
    partsUrl: null,
    position: null,
    wave: null,
    making: null,
    spokenUrl: null,
    verdict: null,
    transcriptUrl: '/media/tok/transcript.json',
    chaptersUrl: '/media/tok/chapters.json',
    answersUrl: null,
    sourcesUrl: null,
    followUps: [],
    coverUrl: '/media/tok/cover.jpg',
    completedAt: null,
    ...own,
  },
});

export const aSample = (own: Partial<Sample> = {}): Sample => {
  const { token = 'sea' } = own;
  return {
    token,
    title: 'A long look at the glowing sea',
    summary: null,
    topic: 'The glowing sea',
    tone: 'Funny',
    style: 'Conversation',
    voice1Id: 'v1',
    voice1Name: 'Brian',
    voice2Id: 'v2',
    voice2Name: 'Matilda',
    durationSeconds: 120.4,
    wave: null,
    audioUrl: `/media/${token}/episode.mp3`,
    transcriptUrl: `/media/${token}/transcript.json`,
    coverUrl: `/media/${token}/cover.jpg`,
    ...own,
  };
};

export const aReceipt = (own: Partial<Receipt> = {}): Receipt => ({
  id: 'o1',
  publicId: 'p1',
  title: 'Why the sea glows at night',
  ...request,
  ...rests,
  listPrice: 599,
  discountCode: null,
  discountPercent: 0,
  discountAmount: 0,
  total: 599,
  currency: 'USD',
  isBonus: false,
  paidAt: new Date(2026, 10, 3, 22).toISOString(),
  episode: 'completed',
  durationSeconds: 901.6,
  status: 'paid',
  refundReason: null,
  refundedAt: null,
  hasInvoice: true,
  ...own,
});

const at = '2026-03-04T05:06:07.000Z';

export const aDiscountCode = (own: Partial<DiscountCode> = {}): DiscountCode => ({
  id: 1,
  code: 'WELCOME20',
  discountPercent: 20,
  maxUses: 50,
  usedCount: 3,
  isActive: true,
  createdBy: 1,
  createdByEmail: 'admin@example.com',
  expiresAt: '2031-05-04T23:59:59.999Z',
  minimumDuration: 15,
  createdAt: at,
  ...own,
});

/** A paid order whose email address is not its account's. */
export const anAdminOrder = (own: Partial<AdminOrder> = {}): AdminOrder => ({
  ...anOrder({ status: 'paid', email: 'letter@example.com', transactionId: 'txn_1' }),
  account: 'ann@example.com',
  flags: [],
  paidAt: at,
  refundId: null,
  refundDueAt: null,
  refundedAt: null,
  ...own,
});

export const anAdminPodcast = (own: Partial<AdminPodcast> = {}): AdminPodcast => ({
  ...aPodcast({ email: 'letter@example.com', completedAt: at }),
  orderId: 'o1',
  attempts: 0,
  stuckSince: null,
  retry: null,
  quality: { lengthError: 0.011, loudness: -16.2, truePeak: -1.4 },
  research: null,
  verdicts: { yes: 0, no: 0, notes: [] },
  costs: null,
  feeCents: 0,
  revenueCents: 0,
  isSample: false,
  ...own,
});

export const aPaymentEvent = (own: Partial<PaymentEventSummary> = {}): PaymentEventSummary => ({
  id: 'evt_1',
  type: 'transaction.completed',
  transactionId: 'txn_1',
  occurredAt: at,
  receivedAt: at,
  handledAt: at,
  outcome: 'settled',
  ...own,
});

export const anOrderDetail = (own: Partial<AdminOrderDetail> = {}): AdminOrderDetail => ({
  ...anAdminOrder(own),
  unmatchedPayments: [],
  paymentEvents: [aPaymentEvent()],
  episode: anAdminPodcast(),
  emails: [
    {
      kind: 'ready',
      recipient: 'letter@example.com',
      attempts: 1,
      createdAt: at,
      sentAt: at,
      bounce: null,
    },
  ],
  ...own,
});
