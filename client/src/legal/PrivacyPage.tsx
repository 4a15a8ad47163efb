import { titles } from '#shared/pages.ts';
import { useConfig } from '../api/config.ts';
import { TrackingChoices } from '../tracking/TrackingChoices.tsx';
import { BroughtSources } from './BroughtSources.tsx';
import { LegalPage, Section } from './LegalPage.tsx';
import { Seller, SupportAddress } from './seller.tsx';

export default function PrivacyPage() {
  const counts = Boolean(useConfig()?.pixelId);
  const kept =
    'We keep what it takes to make your episode and get it to you. We sell none of it, and';
  return (
    <LegalPage
      title={titles['/privacy']}
      lead={`${kept} ${counts ? 'nobody counts your visit unless you agree.' : 'nobody follows you around.'}`}
    >
      <Section id="who" title="Who answers for your data">
        <p>
          <Seller /> is “we” on this page. For anything about your data, write to <SupportAddress />
          .
        </p>
      </Section>
      <Section id="what" title="What we keep, and why">
        <ul>
          <li>
            <strong>Your account:</strong> email address, user name, first and last name if you give
            them, and your password only as a hash, so that you can come back. If you sign in with
            Google, also what it tells us of you: its number for you, your name, and where your
            picture is found.
          </li>
          <li>
            <strong>Your orders:</strong> topic, tone, style, length, voices, where the episode
            goes, discount code, price, Paddle’s record of the payment, and the kind of link that
            led to the order, so that we know what brings people here. Card numbers never reach us.
          </li>
          <li>
            <strong>Your topic as you type it:</strong> our script provider reads it, before you
            order, to find your questions.
          </li>
          <li>
            <strong>Your questions:</strong> what we heard in the topic, as you left it, with the
            order, and where the episode answers it.
          </li>
          <li>
            <strong>How an episode starts,</strong> if you ask to hear it before you order: what you
            chose, its title, first lines and chapters, their sound once you play it, and the kind
            of link that led to it. Nothing in it says who asked. Whoever asks with the same words
            and voices hears the same.
          </li>
          <li>
            <strong>Your episodes:</strong> the script, the sound, the transcript and the cover, and
            the words of sources that the script rests on.
          </li>
          <li>
            <strong>What an episode told,</strong> with your account, so that the next one does not
            repeat it. You can switch that off in your account.
          </li>
          <li>
            <strong>Where you stopped listening,</strong> while you are signed in, so that your
            other devices go on from there.
          </li>
          <li>
            <strong>How often episodes are heard:</strong> one number for each day and kind of link.
            It is counted without a cookie, holds no address, no name and not which episode it was,
            and stays.
          </li>
          <li>
            <strong>Your messages and reports:</strong> what you write to us or say about an
            episode, with the name and the email address you give, so that we can answer.
          </li>
          <li>
            <strong>Whether an episode was right,</strong> if you tell us: yes or no, and what was
            wrong in your words. With an account it is kept with it; without one, nothing in it says
            who you are.
          </li>
          <li>
            <strong>Our letters:</strong> which one went to which address, and when.
          </li>
          <li>
            <strong>Your network address,</strong> and the email address somebody tries to sign in
            with: counted against too many attempts, to keep guessers out.
          </li>
        </ul>
        <p>
          We need most of this to do what you ordered. Keeping guessers out is our legitimate
          interest, and the law asks us to keep records of money. Please leave private matters,
          yours or anyone’s, out of the topic.
        </p>
      </Section>
      <Section id="how-long" title="How long we keep it">
        <ul>
          <li>
            <strong>Account and episodes:</strong> until you ask us to delete them. Where you
            stopped listening goes with them.
          </li>
          <li>
            <strong>Your questions and what an episode told:</strong> as long as the order and the
            episode. Both are in the copy of your data, and go with a deletion.
          </li>
          <li>
            <strong>The reading of a topic you typed:</strong> 30 days, with nothing that says whose
            it was.
          </li>
          <li>
            <strong>How an episode starts:</strong> 24 hours, with its sound, or as long as an order
            that begins with it can be paid. What you order stays as the beginning of your episode,
            and goes with it.
          </li>
          <li>
            <strong>Links, texts and PDFs you bring:</strong> 30 days, see{' '}
            <a href="#sources">below</a>.
          </li>
          <li>
            <strong>Messages and reports:</strong> until you ask us to delete them. What you sent
            while signed in goes with your account.
          </li>
          <li>
            <strong>Whether an episode was right:</strong> as long as the episode. What you said
            while signed in is in the copy of your data, and goes with your account.
          </li>
          <li>
            <strong>Sound clips,</strong> the single spoken lines an episode is put together from: 7
            days after the episode is complete, unless another episode uses them.
          </li>
          <li>
            <strong>The text of a letter:</strong> until it is sent.
          </li>
          <li>
            <strong>Counts of attempts:</strong> a few hours.
          </li>
          <li>
            <strong>Records of money:</strong> as long as tax law asks. After a deletion they carry
            no personal data.
          </li>
        </ul>
      </Section>
      <Section id="who-else" title="Who else receives it">
        <p>Each of them receives what its part of the work takes:</p>
        <ul>
          <li>
            <strong>OpenAI</strong> checks and reads the topic and writes the script. It receives
            the topic as soon as you have typed it, your questions, your choices, the script so far
            and what your earlier episodes told, not your name or email address. It also searches
            the web for an episode, and reads what was found and what you brought. If you ask to
            hear how an episode starts, it receives what that takes before you order.
          </li>
          <li>
            <strong>Wikipedia</strong> is asked for articles about your topic, under the{' '}
            <a href="https://foundation.wikimedia.org/wiki/Policy:Privacy_policy">
              privacy policy of the Wikimedia Foundation
            </a>
            .
          </li>
          <li>
            <strong>ElevenLabs</strong> speaks. It receives the lines of the script, and the first
            ones before you order if you play how an episode starts.
          </li>
          <li>
            <strong>Paddle</strong> takes the payment and answers for it under its own{' '}
            <a href="https://www.paddle.com/legal/privacy">privacy policy</a>. It receives your
            email address, the order’s price and what you enter in its window.
          </li>
          <li>
            <strong>Google</strong> signs you in if you choose so, under its own{' '}
            <a href="https://policies.google.com/privacy">privacy policy</a>. It learns that you
            come to us. The page to sign in loads its script, so there it sees your network address
            either way.
          </li>
          <li>
            <strong>Our mail provider</strong> carries our letters to you.
          </li>
          <li>
            <strong>Our hosting and storage providers</strong> keep the data and the sound.
          </li>
        </ul>
        <p>
          Some of them work outside your country, the United States among others. We sell your data
          to nobody. Courts and authorities receive it only where the law makes us hand it over.
        </p>
      </Section>
      <Section id="sources" title="What you bring, and what we look up">
        <BroughtSources />
      </Section>
      <Section id="links" title="Links to episodes">
        <p>
          The link to an episode works for whoever has it, without an account, and so does the
          address of your private feed, which you can change. We publish them nowhere; whom you send
          them to is up to you.
        </p>
      </Section>
      <Section id="cookies" title="Cookies">
        <p>
          There are two cookies, both set when you sign in. One keeps you signed in for up to 30
          days; without an account it is set when you add a source or ask to hear how an episode
          starts, so that you find them again, or say whether an episode was right, so that it
          counts once. The other says for 90 days that this browser has signed in to your account
          before, so that somebody who guesses at your password cannot lock you out. They do nothing
          else.
        </p>
        <p>
          Your unfinished order, where you stopped listening, the speed you like and, until you sign
          out, your sign-in with Google are remembered by your own browser. When you pay, Paddle’s
          window may set the cookies it needs to take the payment safely; so may Google’s window
          when you sign in with it. Nothing else is set unless you agree first.
        </p>
      </Section>
      {counts && (
        <Section id="counting" title="Counting for advertising">
          <p>
            We advertise with Meta, on Facebook and Instagram. If you agree, and only then, your
            browser loads Meta’s pixel and tells it when you look at what we offer, register, order,
            open the payment and buy. With an order go its number, its length and its price; never
            the topic, your name or your email address.
          </p>
          <p>
            As with anything loaded from Meta, it sees your network address, your browser and the
            page you are on, and may join that with what it knows of you under its own{' '}
            <a href="https://www.facebook.com/privacy/policy/">privacy policy</a>. The pixel keeps a
            cookie here, and a second one after a click on an advertisement, for up to 90 days.
          </p>
          <p>
            If you say no, nothing is loaded. A browser that sends Global Privacy Control or Do Not
            Track has answered for you, so we do not ask. Your answer stays in your own browser, and
            you can change it at any time, here or at the foot of every page. Once it is no, nothing
            more is sent and the cookies are gone.
          </p>
          <TrackingChoices className="flex min-h-11 items-center self-start font-bold underline underline-offset-4" />
        </Section>
      )}
      <Section id="rights" title="What you can ask of us">
        <p>
          To see your data, to have a copy, to have it put right or deleted, or to object to what we
          do with it. A copy of your data and the deletion of your account are two keys in its panel
          on the dashboard. For anything else write to <SupportAddress /> from the address of your
          account; it costs nothing and we answer within a month.
        </p>
        <p>
          A deletion takes the sound, the transcript and the text with it, and what it removes
          cannot be brought back. While an episode is being made or a refund is on its way, it waits
          until that is settled.
        </p>
        <p>
          If our answer does not satisfy you, the data protection authority where you live will hear
          you.
        </p>
      </Section>
      <Section id="changes" title="When this page changes">
        <p>It changes when what we do changes. What stands here is what holds.</p>
      </Section>
    </LegalPage>
  );
}
