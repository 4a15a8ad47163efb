import { useHasGoogle, useSendsEmail } from '../../../api/config.ts';
import { useSales } from '../../../api/sales.ts';

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
