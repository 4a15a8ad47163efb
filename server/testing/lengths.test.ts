import { expect, test } from 'vitest';
import { ODD_LENGTHS } from '#shared/fixtures.ts';
import { describeEpisode } from '../base/http/head.ts';
import { rssOf } from '../episodes/feed/rss.ts';
import { readyEmail } from '../mail/email/templates/readyEmail.ts';

const publicUrl = 'https://duologue.example';
const supportEmail = 'help@duologue.example';
const listenUrl = `${publicUrl}/listen?episode=tok`;

const emailOf = (seconds: number) =>
  readyEmail({
    title: 'Why we sleep',
    hosts: ['Brian', 'Aria'],
    boughtMinutes: 15,
    durationSeconds: seconds,
    listenUrl,
    chapters: [{ title: 'The goodbye', startSeconds: seconds }],
    sources: [],
    followUps: [],
    amountPaid: 599,
    discountAmount: 0,
    discountCode: null,
    receiptUrl: null,
    publicUrl,
    supportEmail,
  });

const feedOf = (seconds: number) =>
  rssOf({
    feedUrl: `${publicUrl}/feed/tok.xml`,
    guid: 'g',
    publicUrl,
    supportEmail,
    firstName: null,
    items: [
      {
        publicId: 'p1',
        token: 'tok',
        title: 'Why we sleep',
        madeAs: 'Why we sleep',
        summary: null,
        voice1Name: 'Brian',
        voice2Name: 'Aria',
        durationSeconds: seconds,
        duration: 15,
        audioBytes: 1,
        completedAt: new Date(0),
        chapters: [
          {
            title: 'The goodbye',
            startMilliseconds: seconds * 1000,
            endMilliseconds: seconds * 1000,
          },
        ],
        sources: [],
      },
    ],
  });

const dataOf = (seconds: number) =>
  describeEpisode(
    {
      token: 'tok',
      title: 'Why we sleep',
      summary: null,
      duration: 15,
      durationSeconds: seconds,
      voice1Name: 'Brian',
      voice2Name: 'Aria',
      choices: {
        topic: null,
        voice1Id: 'a',
        voice2Id: 'b',
        tone: 'Calm',
        style: 'Interview',
        duration: 15,
        stings: true,
      },
      status: 'completed',
      isOwner: false,
      channel: 'shared',
      verdict: null,
      publicId: null,
      audioUrl: '/media/tok/episode.mp3',
      partsUrl: null,
      position: null,
      wave: null,
      making: null,
      spokenUrl: null,
      transcriptUrl: null,
      chaptersUrl: null,
      answersUrl: null,
      sourcesUrl: null,
      followUps: [],
      coverUrl: null,
      completedAt: null,
    },
    { publicUrl, url: listenUrl },
  );

test.each(ODD_LENGTHS)(
  'the email, the feed and the data for search engines say $shown of $seconds s',
  ({ seconds, shown, whole }) => {
    const { text } = emailOf(seconds);
    expect(text).toContain(`It runs ${shown}.`);
    expect(text).toContain(`15 minutes, delivered ${shown}: $5.99\n`);
    expect(text).toContain(`${shown}  The goodbye`);

    const feed = feedOf(seconds);
    expect(feed).toContain(`<itunes:duration>${whole}</itunes:duration>`);
    const time = shown.padStart(5, '0');
    expect(feed).toContain(`t=${whole}&quot;&gt;${time}&lt;/a&gt; The goodbye`);

    expect(dataOf(seconds)).toMatchObject({
      duration: `PT${whole}S`,
      associatedMedia: { duration: `PT${whole}S` },
    });
  },
);
