import express, { Router } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routesOf } from '../../testing/routes.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { documentOf } from './openapiDocument.ts';

/** Routes that are not part of the API, and why. */
const elsewhere: [RegExp, string][] = [
  [
    /^\w+ \/standins\b/,
    'stand-ins for other companies’ servers; absent where every provider is real',
  ],
  [/^\w+ \/(emulator|identitytoolkit|securetoken)[./]/, 'the stand-in of Firebase'],
  [/^GET \/\.\*\/$/, 'the web app’s document, for any path'],
  [/^GET \/\.well-known\//, 'for Apple and Paddle'],
  [/^GET \/(robots\.txt|sitemap\.xml)$/, 'for crawlers'],
  [/^USE \/(api|media|feeds|stored) (rejectMalformedPath|notFound)$/, 'refuses or passes on'],
  [
    /^USE \/(api|api\/sources|media) (ownOriginOnly|jsonParser|restoreSession|initialize|authenticate|noStoreForUsers)$/,
    'refuses or passes on',
  ],
  [/^USE \/api\/auth delayRefusal$/, 'delays refusals'],
];
const belongsElsewhere = (route: string) => elsewhere.some(([where]) => where.test(route));

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterAll(() => app.close());

describe('route inventory', () => {
  it('every route that the server has is documented, and every documented call is a route', () => {
    const ours = routesOf(app.express).filter((route) => !belongsElsewhere(route));
    expect(ours.sort()).toEqual(app.endpoints.map(({ call }) => call).sort());
  });

  it('every exception in the route inventory matches a route that exists', () => {
    const routes = routesOf(app.express);
    for (const [where] of elsewhere) {
      expect([where, routes.some((route) => where.test(route))]).toEqual([where, true]);
    }
  });

  it('the route inventory finds every route, however deeply it is nested', () => {
    const inner = Router().get('/:id.json', answer);
    const app = express();
    app.get('/', answer);
    app.route('/one').put(answer).delete(answer);
    app.use(['/a', '/b'], Router().use('/deep', inner));
    app.use('/c', Router().use(inner).get('/', answer));
    app.use('/hidden', answer);
    expect(routesOf(app)).toEqual([
      'GET /',
      'PUT /one',
      'DELETE /one',
      'GET /a/deep/:id.json',
      'GET /b/deep/:id.json',
      'GET /c/:id.json',
      'GET /c',
      'USE /hidden answer',
    ]);
  });
});

const answer: express.RequestHandler = (_req, res) => void res.end();

describe('GET /openapi.json', () => {
  it('GET /openapi.json returns the document of every call of this installation', async () => {
    const { headers, body } = await app.visitor().get('/openapi.json').expect(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(body).toEqual(JSON.parse(JSON.stringify(documentOf(app.endpoints))));
  });

  it('the API document describes request bodies by the schema that validates them', async () => {
    const { body } = await app.visitor().get('/openapi.json');
    const { requestBody } = body.paths['/api/orders'].post;
    expect(requestBody.content['application/json'].schema).toMatchObject({
      properties: { topic: { type: 'string', minLength: 1, maxLength: 500 } },
      required: ['topic', 'duration', 'voice1Id', 'voice2Id', 'email'],
    });
    const { parameters, responses } = body.paths['/media/{token}/part-{number}.mp3'].get;
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual(['token', 'number']);
    expect(Object.keys(responses)).toEqual(['302', 'default']);
  });

  it('every reference in the API document resolves', async () => {
    const { text, body } = await app.visitor().get('/openapi.json');
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, to = '']) => to);
    expect(references.length).toBeGreaterThan(60);
    for (const to of new Set(references)) {
      const found = to.split('/').reduce((at, key) => at?.[key], body);
      expect([to, typeof found]).toEqual([to, 'object']);
    }
  });
});
