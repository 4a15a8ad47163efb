import { titles } from '#shared/pages.ts';
import { SOURCE_DAYS } from '#shared/sourceLimits.ts';
import { useConfig, useHasGoogle } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import { TrackingChoices } from '../../api/tracking/TrackingChoices.tsx';
import { LegalPage, Section, Seller, SupportAddress } from './LegalPage.tsx';
import { HowLong, WhatWeKeep, WhoElse } from './privacyData.tsx';

export default function PrivacyPage() {
  const sells = useSales();
  const counts = Boolean(useConfig()?.pixelId);
  const hasGoogle = useHasGoogle();
  const kept =
    'We keep what it takes to make your episode and get it to you. We sell none of it, and';
  return (
    <LegalPage
      title={titles['/privacy']}
      lead={`${kept} ${counts ? 'nobody counts your visit unless you agree.' : 'nobody follows you around.'}`}
    >
      <Section id="who" title="Who is responsible for your data">
        <p>
          <Seller /> is “we” on this page. For anything about your data, write to <SupportAddress />
          .
        </p>
      </Section>
      <Section id="what" title="What we keep, and why">
        <WhatWeKeep />
      </Section>
      <Section id="how-long" title="How long we keep it">
        <HowLong />
      </Section>
      <Section id="who-else" title="Who else receives it">
        <WhoElse />
      </Section>
      <Section id="sources" title="What you add, and what we look up">
        <p>You can add links, texts and PDFs for your episode to rest on.</p>
        <ul>
          <li>
            <strong>What we keep:</strong> the text we could read, its title and, for a link, its
            address, with any keys or passwords taken out. A PDF is read and not kept.
            {sells &&
              ' Without an account, all of it belongs to this browser’s session; when you sign in, it moves to your account.'}
          </li>
          <li>
            <strong>How long:</strong> {SOURCE_DAYS} days, or until you delete your account or the
            last episode made from it. Titles, addresses and the words an episode quotes stay with
            the episode until you delete it.
          </li>
          <li>
            <strong>Who sees it:</strong> only you see the titles of your own texts and PDFs and the
            quotes from them, unless you turn them on for an episode. Everyone else reads “A
            document the listener brought”. Links, and anything we found ourselves, are shown to
            anyone who has the episode.
          </li>
          <li>
            <strong>Who else reads it:</strong> {sells ? 'OpenAI' : 'The script provider'} receives
            what you added, and finds in it what the episode can say.
          </li>
          <li>
            <strong>What we look up:</strong> when we read up on an episode, your topic and your
            questions go to {sells ? 'OpenAI’s' : 'its'} web search and to Wikipedia. Neither learns
            who asked. We fetch the pages ourselves, those you add and those we find, so their
            servers see our network address, not yours.
          </li>
        </ul>
      </Section>
      <Section id="links" title="Links to episodes">
        <p>
          Anyone with the link to an episode can open it, without an account. The same goes for the
          address of your private feed, which you can change. We publish neither; who you send them
          to is up to you.
        </p>
      </Section>
      <Section id="cookies" title="Cookies">
        <p>
          There are two cookies. The first is kept for up to 30 days. It’s set when you sign in, and
          keeps you signed in. While you’re signed out, it’s set when you{' '}
          {sells &&
            'add a source or ask to hear how an episode starts, so that you can find them again, or '}
          say whether an episode was right, so that it counts once. The second is set only when you
          sign in. It remembers for 90 days that this browser has signed in to your account before,
          so that someone guessing at your password can’t lock you out. They do nothing else.
        </p>
        <p>
          Your own browser remembers{' '}
          {sells ? 'your unfinished order' : 'what you have started to ask for'}, where you stopped
          listening
          {hasGoogle
            ? ', the speed you like and, until you sign out, your sign-in with Google'
            : ' and the speed you like'}
          .{' '}
          {sells &&
            'When you pay, Paddle’s window may set the cookies it needs to take the payment safely; so may Google’s window when you sign in with it. '}
          {!sells && hasGoogle && 'When you sign in with Google, its window may set cookies. '}
          {hasGoogle ? 'Nothing else is set unless you agree first.' : 'Nothing else is set.'}
        </p>
      </Section>
      {counts && (
        <Section id="counting" title="Counting for advertising">
          <p>
            We advertise with Meta, on Facebook and Instagram. If you agree, and only then, your
            browser loads Meta’s pixel and tells it when you look at what we offer, register, order,
            open the payment window and buy. For an order, it learns the number, the length and the
            price; never the topic, your name or your email address.
          </p>
          <p>
            As with anything loaded from Meta, it sees your network address, your browser and the
            page you are on, and may combine that with what it knows about you, under its own{' '}
            <a href="https://www.facebook.com/privacy/policy/">privacy policy</a>. The pixel keeps a
            cookie here, and a second one after you click an advertisement, for up to 90 days.
          </p>
          <p>
            If you say no, nothing is loaded. A browser that sends Global Privacy Control or Do Not
            Track has answered for you, so we don’t ask. Your answer stays in your own browser, and
            you can change it at any time, here or at the foot of every page. Once it’s no, nothing
            more is sent and the cookies are gone.
          </p>
          <TrackingChoices className="flex min-h-11 items-center self-start font-bold underline underline-offset-4" />
        </Section>
      )}
      <Section id="rights" title="What you can ask of us">
        <p>
          You can ask to see your data, to have a copy, to have it corrected or deleted, or object
          to what we do with it. You can download your data and delete your account yourself, under
          Account on your dashboard. For anything else, write to <SupportAddress /> from your
          account’s email address; it costs nothing, and we answer within a month.
        </p>
        <p>
          Deleting takes the sound, the transcript and the text with it, and what it removes can’t
          be brought back. While an episode is being made
          {sells && ' or a refund is on its way'}, deletion waits until that’s settled.
        </p>
        <p>
          If you aren’t satisfied with our answer, you can complain to the data protection authority
          where you live.
        </p>
      </Section>
      <Section id="changes" title="When this page changes">
        <p>It changes when what we do changes. The current version is the one that applies.</p>
      </Section>
    </LegalPage>
  );
}
