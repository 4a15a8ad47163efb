import { useSendsEmail } from '../../api/config.ts';
import { useSales } from '../../sales.ts';

export function HowLong() {
  const sells = useSales();
  return (
    <ul>
      <li>
        <strong>Account and episodes:</strong> until you ask us to delete them. Where you stopped
        listening goes with them.
      </li>
      <li>
        <strong>Your questions and what an episode told:</strong> as long as{' '}
        {sells && 'the order and '}the episode. Both are in the copy of your data, and go with a
        deletion.
      </li>
      <li>
        <strong>The reading of a topic you typed:</strong> 30 days, with nothing that says whose it
        was.
      </li>
      <li>
        <strong>How an episode starts:</strong> 24 hours, with its sound
        {sells && ', or as long as an order that begins with it can be paid'}. What you{' '}
        {sells ? 'order' : 'have made of it'} stays as the beginning of your episode, and goes with
        it.
      </li>
      <li>
        <strong>Links, texts and PDFs you bring:</strong> 30 days, see <a href="#sources">below</a>.
      </li>
      <li>
        <strong>Messages and reports:</strong> until you ask us to delete them. What you sent while
        signed in goes with your account.
      </li>
      <li>
        <strong>Whether an episode was right:</strong> as long as the episode. What you said while
        signed in is in the copy of your data, and goes with your account.
      </li>
      <li>
        <strong>Sound clips,</strong> the single spoken lines an episode is put together from: 7
        days after the episode is complete, unless another episode uses them.
      </li>
      {useSendsEmail() && (
        <li>
          <strong>The text of a letter:</strong> until it is sent.
        </li>
      )}
      <li>
        <strong>Counts of attempts:</strong> a few hours.
      </li>
      {sells && (
        <li>
          <strong>Records of money:</strong> as long as tax law asks. After a deletion they carry no
          personal data.
        </li>
      )}
    </ul>
  );
}
