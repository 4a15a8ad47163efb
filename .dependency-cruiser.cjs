// Which room may import which (docs/architecture.md says what each holds).

/** From the ground to the roof: a room imports only rooms before it. */
const SERVER =
  'base mail writing reading sound supply episodes production orders people operator app'.split(
    ' ',
  );
const CLIENT = 'ui api player account front create buy listen shelf admin app'.split(' ');
/** Pages: none of them imports another. */
const PAGES = 'front create buy listen shelf admin'.split(' ');
/** Imports against the order, each with its reason. */
const EXCEPTIONS = [
  // The checks are given the accounts as the wiring has chosen them; a type alone.
  ['server/operator/checks/checks.ts', 'server/app/providers.ts'],
];
/** The files that load a provider's SDK or speak its protocol, and ffmpeg's. */
const VENDORS = [
  'reading/web/webSearch',
  'reading/web/mediawiki',
  'writing/writer/openaiWriter',
  'sound/speech/openElevenlabs',
  'sound/speech/openSpeechServer',
  'sound/mix/ffmpegEngine',
  'orders/paddle/paddlePayments',
  'people/auth/firebaseTokens',
  'base/files/s3Storage',
  'base/files/folder',
  'mail/email/smtpMailer',
];

const test = '\\.test\\.tsx?$|^(server|client/src)/testing/|^e2e/|^bench/|^faults/';

const exact = (files) => files.map((file) => `^${file.replaceAll('.', '\\.')}$`).join('|') || '^$';

/** One rule for each room: what comes behind it is not imported. */
const inOrder = (root, rooms) =>
  rooms.slice(0, -1).map((room, at) => {
    const excepted = EXCEPTIONS.filter(([from]) => from.startsWith(`${root}/${room}/`));
    return {
      name: `${root}-in-order`,
      severity: 'error',
      from: {
        path: `^${root}/${room}/`,
        pathNot: `${test}|${exact(excepted.map(([from]) => from))}`,
      },
      to: { path: `^${root}/(${rooms.slice(at + 1).join('|')})/` },
    };
  });

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycle',
      severity: 'error',
      scope: 'folder',
      from: { pathNot: 'testing|^server$|^server/operator|^server/app' },
      to: { circular: true },
    },
    ...inOrder('server', SERVER),
    ...inOrder('client/src', CLIENT),
    ...EXCEPTIONS.map(([from, to]) => ({
      name: 'only-what-is-excepted',
      severity: 'error',
      from: { path: exact([from]) },
      to: { path: '^server/app/', pathNot: exact([to]) },
    })),
    {
      name: 'pages-apart',
      severity: 'error',
      from: { path: `^client/src/(${PAGES.join('|')})/`, pathNot: test },
      to: { path: `^client/src/(${PAGES.join('|')})/`, pathNot: '^client/src/$1/' },
    },
    {
      name: 'shared-is-alone',
      comment: 'shared/ imports zod and itself',
      severity: 'error',
      from: { path: '^shared/', pathNot: test },
      to: { pathNot: '^shared/|node_modules/zod/' },
    },
    {
      name: 'client-and-server-apart',
      severity: 'error',
      from: { path: '^(client|server)/' },
      to: { path: '^(client|server)/', pathNot: '^$1/' },
    },
    {
      name: 'document-is-made-at-build',
      comment: 'icons and previews are drawn by Node; no page may carry that along',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { path: '^client/document/' },
    },
    ...VENDORS.map((file) => ({
      name: 'vendors-only-in-app',
      comment: 'the checks try accounts with the vendor files themselves',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/(app|operator/checks)/|${test}` },
      to: { path: `^server/${file}\\.ts$` },
    })),
    {
      name: 'routes-are-the-edge',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/app/app\\.ts$|${test}` },
      to: { path: '/(routes|webhook)\\.ts$' },
    },
    {
      name: 'routes-do-not-query',
      severity: 'error',
      from: { path: '^server/.*/(routes|webhook)\\.ts$' },
      to: { path: '^server/base/db/tables|node_modules/drizzle-orm' },
    },
    {
      name: 'standins-stay-outside',
      comment: 'the product cannot tell a stand-in from the real thing',
      severity: 'error',
      from: { path: '^(server|client|shared)/', pathNot: `^server/app/providers\\.ts$|${test}` },
      to: { path: '^standins/' },
    },
    {
      name: 'standins-know-no-product',
      comment: 'a stand-in speaks the wire protocol and nothing else',
      severity: 'error',
      from: { path: '^standins/', pathNot: test },
      to: { path: '^(server|client)/' },
    },
    {
      name: 'testing-stays-in-tests',
      severity: 'error',
      from: { pathNot: `${test}|^vitest|/fixtures\\.ts$` },
      to: { path: '^(server|client/src)/testing/' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '(config\\.c?ts|\\.d\\.ts|spec\\.ts|test\\.tsx?)$' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
