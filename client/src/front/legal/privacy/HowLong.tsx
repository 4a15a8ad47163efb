import { useSendsEmail } from '../../../api/config.ts';
import { useSales } from '../../../api/sales.ts';

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
