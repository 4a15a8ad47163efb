import { useQuery } from '@tanstack/react-query';
import type { AdminPodcast, AdminSource } from '#shared/admin.ts';
import { setShown, sourcesQuery } from '../api/admin.ts';
import { Switch } from './actions.tsx';
import { AdminRow, Fetched } from './parts.tsx';

const KIND_WORDS: Record<AdminSource['kind'], string> = {
  web: 'found on the web',
  wikipedia: 'Wikipedia',
  link: 'a link from the listener',
  pdf: 'a PDF from the listener',
  text: 'a text from the listener',
};

const STRENGTH_WORDS: Record<AdminSource['facts'][number]['strength'], string> = {
  says: 'says so',
  disputed: 'disputed',
  inference: 'our inference',
};

/** Sources and quotes of a finished episode can be taken out and put back. */
export function EpisodeSources({ episode }: { episode: AdminPodcast }) {
  const query = useQuery(sourcesQuery(episode.publicId));
  return (
    <Fetched query={query} things="the sources">
      {({ sources }) => (
        <ul aria-label={`Sources of ${episode.title}`}>
          {sources.map((source) => (
            <li key={source.id} className="border-t border-line">
              <SourceRow episode={episode} source={source} />
            </li>
          ))}
        </ul>
      )}
    </Fetched>
  );
}

function SourceRow({ episode, source }: { episode: AdminPodcast; source: AdminSource }) {
  const { id, title, site, kind, url, paper, extent, facts, stated, askedAgain, used } = source;
  const shownSwitch = (name: string, isShown: boolean, change: ReturnType<typeof setShown>) =>
    episode.status === 'completed' && (
      <Switch
        label={`${name} is shown`}
        caption="Shown"
        on={isShown}
        action={{ ...change, failed: 'Nothing was changed' }}
      />
    );
  return (
    <>
      <AdminRow
        title={
          <span dir="auto">
            {url === null ? (
              title
            ) : (
              <a href={url} target="_blank" rel="noopener noreferrer" className="underline">
                {title}
              </a>
            )}
          </span>
        }
        aside={shownSwitch(title, !source.isRemoved, setShown(episode.publicId, 'sources', id))}
        facts={[
          site,
          KIND_WORDS[kind],
          paper,
          extent,
          `${stated} facts stated, ${askedAgain} asked again, ${facts.length} kept, ${used} told`,
        ]}
      />
      <ul className="pl-4">
        {facts.map(({ number, quote, text, strength, isRemoved }) => (
          <li key={number} className="border-t border-line">
            <AdminRow
              title={<q dir="auto">{quote}</q>}
              aside={shownSwitch(
                `“${quote}”`,
                !isRemoved,
                setShown(episode.publicId, 'facts', number),
              )}
              facts={[text, STRENGTH_WORDS[strength]]}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
