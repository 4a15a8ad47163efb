import { useHasGoogle, useSendsEmail } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';

export function WhatWeKeep() {
  const sells = useSales();
  const hasGoogle = useHasGoogle();
  const sendsEmail = useSendsEmail();
  return (
    <>
      <ul>
        <li>
          <strong>Your account:</strong> email address, user name, first and last name if you give
          them, and your password only as a hash, so that you can come back.
          {hasGoogle &&
            ' If you sign in with Google, also what it tells us about you: its number for you, your name and the address of your picture.'}
        </li>
        {sells ? (
          <li>
            <strong>Your orders:</strong> topic, tone, style, length, voices, the email address it
            goes to, discount code, price, Paddle’s record of the payment, and the kind of link that
            led to the order, so that we know what brings people here. Card numbers never reach us.
          </li>
        ) : (
          <li>
            <strong>What you’ve made:</strong> topic, tone, style, length, voices, and the kind of
            link that led to it.
          </li>
        )}
        <li>
          <strong>Your topic as you type it:</strong> our script provider reads it,{' '}
          {beforeOrdering(sells)}, to find your questions.
        </li>
        <li>
          <strong>Your questions:</strong> what we heard in the topic, as you left it,{' '}
          {sells && 'with the order, '}and where the episode answers them.
        </li>
        <li>
          <strong>How an episode starts:</strong> if you ask to hear it {beforeOrdering(sells)},
          what you chose, its title, first lines and chapters, their sound once you play it, and the
          kind of link that led to it. Nothing in it says who asked. Anyone who asks with the same
          words and voices hears the same.
        </li>
        <li>
          <strong>Your episodes:</strong> the script, the sound, the transcript and the cover, and
          the words from sources that the script rests on.
        </li>
        <li>
          <strong>What an episode covered:</strong> kept with your account, so that the next one
          doesn’t repeat it. You can turn that off in your account.
        </li>
        <li>
          <strong>Where you stopped listening:</strong> while you are signed in, so that your other
          devices can pick up from there.
        </li>
        <li>
          <strong>How often episodes are heard:</strong> one number for each day and kind of link.
          It’s counted without a cookie, doesn’t include an address, a name or which episode it was,
          and isn’t deleted.
        </li>
        <li>
          <strong>Your messages and reports:</strong> what you write to us or say about an episode,
          with the name and the email address you give, so that we can answer.
        </li>
        <li>
          <strong>Whether an episode was right:</strong> if you tell us, yes or no, and what was
          wrong, in your words. If you have an account, it’s kept there; if not, nothing in it says
          who you are.
        </li>
        {sendsEmail && (
          <li>
            <strong>Our emails:</strong> which one went to which address, and when.
          </li>
        )}
        <li>
          <strong>Your network address:</strong> counted, like the email address someone tries to
          sign in with, to limit the number of attempts and keep guessers out.
        </li>
      </ul>
      <p>
        We need most of this to do what you {sells ? 'ordered' : 'asked for'}. Keeping guessers out
        is our legitimate interest{sells && ', and the law requires us to keep payment records'}.
        Please leave private matters, yours or anyone else’s, out of the topic.
      </p>
    </>
  );
}

const beforeOrdering = (sells: boolean) => (sells ? 'before you order' : 'before you have it made');

export function HowLong() {
  const sells = useSales();
  return (
    <ul>
      <li>
        <strong>Account and episodes:</strong> until you ask us to delete them. Where you stopped
        listening goes with them.
      </li>
      <li>
        <strong>Your questions and what an episode covered:</strong> as long as we keep{' '}
        {sells && 'the order and '}the episode. Both are in the copy of your data, and a deletion
        removes them.
      </li>
      <li>
        <strong>Our reading of a topic you typed:</strong> 30 days, with nothing that says whose it
        was.
      </li>
      <li>
        <strong>How an episode starts:</strong> 24 hours, with its sound
        {sells && ', or for as long as an order that starts with it can be paid'}. What you{' '}
        {sells ? 'order' : 'have made from it'} stays as the opening of your episode, and is deleted
        with it.
      </li>
      <li>
        <strong>Links, texts and PDFs you add:</strong> 30 days, see <a href="#sources">below</a>.
      </li>
      <li>
        <strong>Messages and reports:</strong> until you ask us to delete them. What you sent while
        signed in is deleted with your account.
      </li>
      <li>
        <strong>Whether an episode was right:</strong> as long as we keep the episode. What you said
        while signed in is in the copy of your data, and is deleted with your account.
      </li>
      <li>
        <strong>Sound clips:</strong> 7 days after the episode is complete, unless another episode
        uses them. They are the individual spoken lines an episode is put together from.
      </li>
      {useSendsEmail() && (
        <li>
          <strong>The text of an email:</strong> until it’s sent.
        </li>
      )}
      <li>
        <strong>Counts of attempts:</strong> a few hours.
      </li>
      {sells && (
        <li>
          <strong>Payment records:</strong> as long as tax law requires. After a deletion, they
          contain no personal data.
        </li>
      )}
    </ul>
  );
}

/** This page does not know which writer and which voices a house has. */
export function WhoElse() {
  const sells = useSales();
  return (
    <>
      <p>Each of them receives what its part of the work requires:</p>
      <ul>
        <li>
          <strong>{sells ? 'OpenAI' : 'The script provider'}:</strong>{' '}
          {!sells && 'OpenAI or another that this house has chosen. It '}checks and reads the topic
          and writes the script. It receives the topic as soon as you have typed it, your questions,
          your choices, the script so far and what your earlier episodes covered, but not your name
          or email address. It also searches the web for an episode, and reads what was found and
          what you added. If you ask to hear how an episode starts, it receives what that requires{' '}
          {sells ? 'before you order' : 'at once'}.
        </li>
        <li>
          <strong>Wikipedia:</strong> we ask it for articles about your topic, under the{' '}
          <a href="https://foundation.wikimedia.org/wiki/Policy:Privacy_policy">
            privacy policy of the Wikimedia Foundation
          </a>
          .
        </li>
        <li>
          <strong>{sells ? 'ElevenLabs' : 'The voice provider'}:</strong>{' '}
          {!sells && 'ElevenLabs or another that this house has chosen. It '}speaks. It receives the
          lines of the script, and the first ones {sells && 'before you order '}if you play how an
          episode starts.
        </li>
        {sells && (
          <li>
            <strong>Paddle:</strong> takes the payment and is responsible for it under its own{' '}
            <a href="https://www.paddle.com/legal/privacy">privacy policy</a>. It receives your
            email address, the order’s price and what you enter in its window.
          </li>
        )}
        {useHasGoogle() && (
          <li>
            <strong>Google:</strong> signs you in if you choose to, under its own{' '}
            <a href="https://policies.google.com/privacy">privacy policy</a>. It learns that you use
            our service. The sign-in page loads its script, so there it sees your network address
            either way.
          </li>
        )}
        {useSendsEmail() && (
          <li>
            <strong>Our mail provider:</strong> delivers our emails to you.
          </li>
        )}
        <li>
          <strong>Our hosting and storage providers:</strong> store the data and the sound.
        </li>
      </ul>
      <p>
        Some of them work outside your country, including in the United States. We don’t sell your
        data to anyone. Courts and authorities receive it only where the law requires us to hand it
        over.
      </p>
    </>
  );
}
