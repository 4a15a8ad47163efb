import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminPodcast, AdminSource } from '#shared/admin.ts';
import { setShown, sourcesQuery } from '../api/admin.ts';
import { AdminRow, Facts } from './AdminRow.tsx';
import { Fetched } from './Fetched.tsx';
import { Switch } from './Switch.tsx';

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
  const { id, title, site, kind, url, paper, extent, facts, isRemoved } = source;
  const { stated, askedAgain, used } = source;
  const counts = `${stated} facts stated, ${askedAgain} asked again, ${facts.length} kept, ${used} told`;
  return (
    <>
      <AdminRow
        title={
          <span dir="auto">{url === null ? title : <PageLink url={url}>{title}</PageLink>}</span>
        }
        aside={
          <ShownSwitch episode={episode} parts="sources" number={id} name={title} on={!isRemoved} />
        }
      >
        <Facts facts={[site, KIND_WORDS[kind], paper, extent, counts]} />
      </AdminRow>
      <ul className="pl-4">
        {facts.map(({ number, quote, text, strength, isRemoved }) => (
          <li key={number} className="border-t border-line">
            <AdminRow
              title={<q dir="auto">{quote}</q>}
              aside={
                <ShownSwitch
                  episode={episode}
                  parts="facts"
                  number={number}
                  name={`“${quote}”`}
                  on={!isRemoved}
                />
              }
            >
              <Facts facts={[text, STRENGTH_WORDS[strength]]} />
            </AdminRow>
          </li>
        ))}
      </ul>
    </>
  );
}

function PageLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="underline">
      {children}
    </a>
  );
}

type ShownSwitchProps = {
  episode: AdminPodcast;
  parts: 'sources' | 'facts';
  number: number;
  name: string;
  on: boolean;
};

function ShownSwitch({ episode, parts, number, name, on }: ShownSwitchProps) {
  if (episode.status !== 'completed') return null;
  return (
    <Switch
      label={`${name} is shown`}
      caption="Shown"
      on={on}
      action={setShown(episode.publicId, parts, number)}
      failed="Nothing was changed"
    />
  );
}
