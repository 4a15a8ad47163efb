import type { PartList } from '#shared/parts.ts';
import type { Preview, PreviewRequest } from '#shared/previews.ts';
import type { Consume } from '../../base/bounds/requestLimits.ts';
import { isFeatureOn } from '../../base/db/featureSwitches.ts';
import { type PartRow, partsOf, presentParts } from '../log/parts.ts';
import type { Owner } from '../sources/sources.ts';
import { ask, askForSound, type PreviewTools } from './ask.ts';
import { findPreview, findRow, notFound } from './preview.ts';

export type Previews = ReturnType<typeof openPreviews>;

/** Throws `Problem('not_found')` for a preview that is gone. The caller checks who may reach it. */
export function openPreviews(tools: PreviewTools) {
  const { db } = tools;
  const partsIn = async (id: string) => partsOf(db, (await findRow(db, id)).podcast.id);
  return {
    areOn: (): Promise<boolean> => isFeatureOn(db, 'previews'),
    ask: (
      owner: Owner | null,
      request: PreviewRequest,
      consume: Consume,
    ): Promise<{ preview: Preview; isNew: boolean }> => ask(tools, owner, request, consume),
    askForSound: (owner: Owner | null, id: string, consume: Consume): Promise<Preview> =>
      askForSound(tools, owner, id, consume),
    find: (id: string, minutes?: number): Promise<Preview> => findPreview(db, id, minutes),
    parts: async (id: string): Promise<PartList> =>
      presentParts(await partsIn(id), `preview/${id}`),
    async part(id: string, number: number): Promise<PartRow> {
      const part = (await partsIn(id)).find((one) => one.number === number);
      if (!part) throw notFound();
      return part;
    },
  };
}
