import { queryOptions } from '@tanstack/react-query';
import type { Source } from '#shared/sources.ts';
import { call, lazySchema } from './client.ts';
import { inTurn } from './inTurn.ts';
import { keys } from './keys.ts';

/** `topic` stands for the article on it, `read` for a source that was read before. */
export type Attachment =
  | { kind: 'link'; url: string }
  | { kind: 'topic'; topic: string }
  | { kind: 'text'; text: string }
  | { kind: 'pdf'; file: File }
  | { kind: 'read'; id: string };

const schema = lazySchema('sourceReply');

/** The server answers 404 once the source is gone. */
const keptQuery = (id: string) => {
  const queryKey: string[] = keys.source(id);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Source> =>
      (await call('GET', queryKey.join('/'), { schema, signal })).source,
    networkMode: 'always',
    retryOnMount: false,
  });
};

/** Waits for its turn; leaving the screen aborts it. `key` must differ between attachments. */
const newQuery = (key: string, body: unknown) => {
  const queryKey: string[] = keys.newSource(key);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Source> => {
      const { source } = await inTurn(
        () => call('POST', '/api/sources', { body, schema, signal }),
        signal,
      );
      client.setQueryData(keptQuery(source.id).queryKey, source);
      return source;
    },
    // Without a connection it fails at once, and its row says so.
    networkMode: 'always',
    retryOnMount: false,
  });
};

export function sourceQuery(attachment: Attachment) {
  switch (attachment.kind) {
    case 'read':
      return keptQuery(attachment.id);
    case 'link':
      return newQuery(`link ${withoutFragment(attachment.url)}`, { url: attachment.url });
    case 'topic':
      return newQuery(`topic ${attachment.topic}`, { topic: attachment.topic });
    case 'text':
      return newQuery(`text ${attachment.text}`, { text: attachment.text });
    case 'pdf': {
      const { name, size, lastModified } = attachment.file;
      // Some phones give a file no type, or one of their own.
      const body = new Blob([attachment.file], { type: 'application/pdf' });
      return newQuery(`pdf ${name} ${size} ${lastModified}`, body);
    }
  }
}

/**
 * Has the server forget a source before anything added later is sent. The server keeps what an
 * order or an episode needs, and deletes what it is not told of after 30 days.
 */
export async function takeBack(id: string): Promise<void> {
  await inTurn(() => call('DELETE', keys.source(id).join('/'))).catch(() => undefined);
}

function withoutFragment(url: string): string {
  return url.replace(/#.*/s, '');
}
