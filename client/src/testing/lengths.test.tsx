import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ODD_LENGTHS } from '#shared/fixtures.ts';
import SuccessPage from '../buy/SuccessPage.tsx';
import SamplesPage from '../front/samples/SamplesPage.tsx';
import { ChapterList } from '../listen/ChapterList.tsx';
import EmbedPage from '../listen/EmbedPage.tsx';
import ListenPage from '../listen/ListenPage.tsx';
import { createPlayer } from '../player/engine/player.ts';
import { ReceiptFacts } from '../shelf/ReceiptSheet.tsx';
import { aListening, anOrder, aPodcast, aReceipt, mira } from './builders.ts';
import { open, serve } from './screen.tsx';

const places = {
  'ready page': async (seconds: number) => {
    serve({
      'GET /api/auth/me': { user: mira },
      'GET /api/orders/o1': {
        order: anOrder({
          status: 'paid',
          podcast: { publicId: 'p1', status: 'completed', stage: 'emailing' },
        }),
      },
      'GET /api/podcasts/p1': { podcast: aPodcast({ durationSeconds: seconds }) },
    });
    open('/success?order=o1', <SuccessPage />);
    await screen.findByRole('heading', { name: 'Your episode is ready' });
    return screen.getByRole('region', { name: 'Your tape' });
  },
  player: async (seconds: number) => {
    serve({
      'GET /api/auth/me': { user: null },
      'GET /api/listen/tok': aListening({ durationSeconds: seconds }),
    });
    open('/listen?episode=tok', <ListenPage />);
    return (await screen.findByRole('slider', { name: 'Place in the episode' })).parentElement;
  },
  'small player': async (seconds: number) => {
    serve({
      'GET /api/auth/me': { user: null },
      'GET /api/listen/tok': aListening({ durationSeconds: seconds }),
    });
    open('/listen?episode=tok&embed=1', <EmbedPage />);
    return (await screen.findByRole('slider', { name: 'Place in the episode' })).parentElement;
  },
  demo: async (seconds: number) => {
    const sample = { ...aReceipt(), token: 'sea', summary: null, durationSeconds: seconds };
    serve({
      'GET /api/auth/me': { user: null },
      'GET /api/config': { standins: [] },
      'GET /api/samples': { samples: [sample], recording: 0 },
    });
    open('/samples', <SamplesPage />);
    return (await screen.findByRole('slider')).parentElement;
  },
  chapter: async (seconds: number) => {
    const chapters = [{ startTime: seconds, title: 'The goodbye' }];
    const player = createPlayer(new Audio(), { time: 0, rate: 1, duration: seconds });
    open('/listen', <ChapterList chapters={chapters} player={player} onGo={() => undefined} />);
    return screen.findByRole('button');
  },
  receipt: async (seconds: number) => {
    open('/dashboard', <ReceiptFacts receipt={aReceipt({ durationSeconds: seconds })} />);
    return (await screen.findByText('Delivered')).parentElement;
  },
};

test.each(ODD_LENGTHS)('every screen shows $seconds s as $shown', async ({ seconds, shown }) => {
  for (const [place, openAt] of Object.entries(places)) {
    const holder = await openAt(seconds);
    if (!holder) throw new Error(`${place} shows no length`);
    expect(within(holder).getByText(new RegExp(`^−?${shown}$`)), place).toBeInTheDocument();
    cleanup();
  }
});
