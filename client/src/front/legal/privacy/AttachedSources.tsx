import { SOURCE_DAYS } from '#shared/sourceLimits.ts';
import { useSales } from '../../../api/sales.ts';

export function AttachedSources() {
  const sells = useSales();
  const provider = sells ? 'OpenAI' : 'The script provider';
  return (
    <>
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
          last episode made from it. Titles, addresses and the words an episode quotes stay with the
          episode until you delete it.
        </li>
        <li>
          <strong>Who sees it:</strong> only you see the titles of your own texts and PDFs and the
          quotes from them, unless you turn them on for an episode. Everyone else reads “A document
          the listener brought”. Links, and anything we found ourselves, are shown to anyone who has
          the episode.
        </li>
        <li>
          <strong>Who else reads it:</strong> {provider} receives what you added, and finds in it
          what the episode can say.
        </li>
        <li>
          <strong>What we look up:</strong> when we read up on an episode, your topic and your
          questions go to {sells ? 'OpenAI’s' : 'its'} web search and to Wikipedia. Neither learns
          who asked. We fetch the pages ourselves, those you add and those we find, so their servers
          see our network address, not yours.
        </li>
      </ul>
    </>
  );
}
