import { type Request, type RequestHandler, type Response, Router, urlencoded } from 'express';
import { html, sendPage } from '../pages.ts';
import type { Standin, StandinAddresses, StandinTools } from '../standin.ts';
import { oddPages, oddPaths } from './odd.ts';
import { pdfs } from './pdfs.ts';
import { sendWebPage } from './render.ts';
import { articles, longPage, type WebPage, webPages } from './webPages.ts';
import { answerQuery, nameOf, revisionOf } from './wiki.ts';
import { readWikiRequest, WikiRefusal } from './wikiRequest.ts';

/** Seconds. */
const RETRY_AFTER = '5';

/** The odd addresses are for this machine only. */
export function webStandin(tools: StandinTools): Standin<StandinAddresses['web']> {
  const root = tools.url;
  const router = Router();
  const show = (find: (req: Request) => WebPage | undefined): RequestHandler => {
    return (req, res, next) => {
      const page = find(req);
      return page ? sendWebPage(res, page, root) : next();
    };
  };
  router.get(
    '/pages/:subject/:name',
    show(({ path }) => [...webPages, longPage].find((each) => each.path === path)),
  );
  router.get(
    '/wiki/:name',
    show(({ params }) => articles.find((each) => nameOf(each) === params.name)),
  );
  router.get(
    '/w/index.php',
    show(({ query }) => articles.find((each) => String(revisionOf(each)) === query.oldid)),
  );
  router.all('/w/api.php', requireName, urlencoded({ extended: false }), (req, res) =>
    answerCall(req, res, { root, lag: tools.faults.read().web.lag }),
  );

  const controls = Router();
  controls.get('/', (_req, res) => sendPage(res, 'Web', indexPage(root)));
  controls.use('/odd', oddPages(root));
  for (const [name, make] of Object.entries(pdfs)) {
    controls.get(`/pdfs/${name}.pdf`, (_req, res) => void res.type('pdf').send(make()));
  }
  return {
    router,
    controls,
    address: { url: root, mediawiki: `${root}/w/api.php` },
    close: async () => {},
  };
}

function indexPage(root: string) {
  const documents = Object.keys(pdfs).map((name) => `/pdfs/${name}.pdf`);
  const link = (path: string, title: string) =>
    html`<li><a href="${root}${path}"><strong>${title}</strong><small>${path}</small></a></li>`;
  return html`<h1>Web</h1>
<p class="soft">Everything on these pages is made up.</p>
<ul>${[...webPages, longPage].map(({ path, title }) => link(path, title))}</ul>
<h2>Documents</h2>
<ul>${documents.map((path) => link(path, path.slice('/pdfs/'.length)))}</ul>
<h2>No sources</h2>
<ul>${oddPaths.map((path) => link(path, path.slice('/odd/'.length)))}</ul>`;
}

/** Wikimedia refuses clients that do not say how to reach their owners. */
const requireName: RequestHandler = (req, res, next) => {
  const agent = req.get('user-agent') ?? '';
  if (/@|https?:\/\//.test(agent)) return next();
  const words =
    'Please set a user-agent and respect our robot policy https://w.wiki/4wJS. See also T400119.\n';
  res.status(403).type('text/plain').send(words);
};

function answerCall(req: Request, res: Response, { root, lag }: { root: string; lag: number }) {
  const help = `See ${root}/w/api.php for API usage.`;
  try {
    const request = readWikiRequest(req);
    refuseWhenBehind(request.number('maxlag', [-1, 3_600]), lag);
    if (request.text('format') !== 'json' || request.text('formatversion') !== '2') {
      throw new WikiRefusal('standin', 'The stand-in knows format=json and formatversion=2 only.');
    }
    if (request.text('action') !== 'query') {
      const value = request.text('action') ?? '';
      const info = `Unrecognized value for parameter "action": ${value}.`;
      throw new WikiRefusal('badvalue', info);
    }
    const answer = answerQuery(request, root);
    const warnings = Object.entries(request.warnings).map(([name, text]) => [
      name,
      { warnings: text },
    ]);
    res.json({ ...answer, ...(warnings.length && { warnings: Object.fromEntries(warnings) }) });
  } catch (error) {
    if (!(error instanceof WikiRefusal)) throw error;
    const { code, message, more } = error;
    res.set('MediaWiki-API-Error', code);
    if (code === 'maxlag') res.set({ 'Retry-After': RETRY_AFTER, 'X-Database-Lag': String(lag) });
    res.json({ error: { code, info: message, ...more, docref: help }, servedby: 'mw-standin' });
  }
}

function refuseWhenBehind(allowed: number | null, lag: number): void {
  if (allowed === null || lag <= allowed) return;
  const more = { host: 'db1', lag, type: 'db' };
  throw new WikiRefusal('maxlag', `Waiting for db1: ${lag} seconds lagged.`, more);
}
