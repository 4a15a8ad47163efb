import { SOURCE_DAYS } from '#shared/sourceLimits.ts';
import { useSales } from '../../sales.ts';

/** What happens to what a listener brings, and where an episode is read up on. */
export function BroughtSources() {
  const sells = useSales();
  const provider = sells ? 'OpenAI' : 'The script provider';
  return (
    <>
      <p>You can bring links, texts and PDFs that your episode is to rest on.</p>
      <ul>
        <li>
          <strong>What we keep:</strong> the text that we could read, its title, and the address of
          a link, without anything in it that lets people in. A PDF is read and not kept.
          {sells &&
            ' Without an account all of it belongs to this browser’s session; when you sign in, it goes to your account.'}
        </li>
        <li>
          <strong>How long:</strong> {SOURCE_DAYS} days, or until you delete your account or the
          last episode made of it. Titles, addresses and the words that an episode quotes stay with
          the episode until you delete it.
        </li>
        <li>
          <strong>Who sees it:</strong> of your own texts and PDFs only you see titles and quotes,
          unless you switch them on for an episode. Everybody else reads “a document the listener
          brought”. Links, and what we found ourselves, are shown to whoever has the episode.
        </li>
        <li>
          <strong>Who reads it with us:</strong> {provider} receives what you brought, and finds in
          it what the episode can say.
        </li>
        <li>
          <strong>What we look up:</strong> where an episode is read up on, your topic and your
          questions go to {sells ? 'OpenAI’s' : 'its'} web search and to Wikipedia. Neither learns
          who asked. Pages that you bring or that are found are fetched by us, so their servers see
          our network address, not yours.
        </li>
      </ul>
    </>
  );
}
