import { useHasGoogle, useSendsEmail } from '../../../api/config.ts';
import { useSales } from '../../../api/sales.ts';

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
