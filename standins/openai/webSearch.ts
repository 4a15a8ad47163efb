import type { Response } from 'express';
import { waitWhileConnected } from '../connection.ts';
import type { StandinTools } from '../standin.ts';
import { type Found, findPages } from '../web/find.ts';
import { toHostile } from '../web/hostile.ts';
import { idOf } from './responseShape.ts';
import type { ResponseRequest } from './responsesRequest.ts';

/** Pages that one search adds to the answer. */
const PAGES = 3;

export interface Asked {
  tools: StandinTools;
  request: ResponseRequest;
  queries: string[];
  /** The stand-in web's address. */
  root: string;
  /** Tokens of the prompt. */
  given: number;
  faults: ReturnType<StandinTools['faults']['read']>['openai'];
}

/** Calls are billed unless they fail. */
export async function searchWeb(res: Response, asked: Asked) {
  const { tools, request, queries, root, faults } = asked;
  const hasFailed = faults.search === 'failed';
  const calls: object[] = [];
  const found: Found[] = [];
  for (const query of queries) {
    const pages = pagesFor(query, faults.search);
    const urls = pages.map(({ page }) => `${root}${page.path}`);
    const sources = request.include?.includes('web_search_call.action.sources') && {
      sources: urls.map((url) => ({ type: 'url', url })),
    };
    const call = {
      id: idOf('ws'),
      type: 'web_search_call',
      status: hasFailed ? 'failed' : 'completed',
      action: { type: 'search', query, queries: [query], ...sources },
    };
    if (!(await waitWhileConnected(res, faults.searchTime))) break;
    if (!hasFailed) {
      const requestId = res.get('x-request-id') ?? null;
      tools.purchaseLog.write({ kind: 'search', requestId, query, pages: urls });
      found.push(...withoutRepeats(pages.slice(0, PAGES), found));
    }
    calls.push(call);
  }
  return { calls, found };
}

function withoutRepeats(pages: Found[], earlier: Found[]): Found[] {
  const known = new Set(earlier.flatMap(({ facts }) => facts.map(({ sentence }) => sentence)));
  return pages.map(({ page, facts }) => ({
    page,
    facts: facts.filter(({ sentence }) => !known.has(sentence)),
  }));
}

function pagesFor(query: string, search: Asked['faults']['search']): Found[] {
  if (search === 'nothing') return [];
  const found = findPages(query);
  return search === 'hostile' ? toHostile(found) : found;
}
