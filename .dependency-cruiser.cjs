// Which folder may import which (docs/architecture.md explains them).
const test = '\\.test\\.tsx?$|^server/testing/|^e2e/|^bench/|^faults/';
const leaves = 'openai|research|claims|script|speech|audio|storage|email|payments';

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycle',
      severity: 'error',
      scope: 'folder',
      from: { pathNot: 'testing|^server$' },
      to: { circular: true },
    },
    {
      name: 'shared-is-alone',
      comment: 'shared/ imports zod and itself',
      severity: 'error',
      from: { path: '^shared/', pathNot: test },
      to: { pathNot: '^shared/|node_modules/zod/' },
    },
    {
      name: 'client-not-server',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-not-client',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^client/' },
    },
    {
      name: 'client-areas-apart',
      comment: 'a page may know the session and the api, not another page',
      severity: 'error',
      from: {
        path: '^client/src/(home|auth|create|checkout|dashboard|listen|pricing|contact|legal|samples|account|admin)/',
      },
      to: {
        path: '^client/src/(home|auth|create|checkout|dashboard|listen|pricing|contact|legal|samples|account|admin)/',
        pathNot: '^client/src/$1/|^client/src/auth/session',
      },
    },
    {
      name: 'document-is-made-at-build',
      comment: 'icons and previews are drawn by Node; no page may carry that along',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { path: '^client/document/' },
    },
    {
      name: 'ui-knows-nothing',
      severity: 'error',
      from: { path: '^client/src/ui/' },
      to: { path: '^client/src/(?!ui/)|^shared/(?!brand|clock|wave)' },
    },
    {
      name: 'vendors-only-in-compose',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: `^server/((compose|composeProduction|speakers|soundStorage)\\.ts$|checks/)|${test}`,
      },
      to: {
        path: '^server/(research/(webSearch|mediawiki)|script/openai|speech/(?:elevenlabs|speechServer)|payments/paddle|storage/(s3|folder)|email/smtp|audio/ffmpegEngine|auth/firebase)\\.ts$',
      },
    },
    {
      name: 'provider-folders-are-leaves',
      comment: 'no provider folder imports the database or the product',
      severity: 'error',
      from: { path: `^server/(${leaves})/`, pathNot: test },
      to: {
        path: '^server/(?!lazily\\.ts|log\\.ts|scratch\\.ts|provider\\.ts|guarded\\.ts|retry\\.ts|recent\\.ts|bounds/queue\\.ts)',
        pathNot: `^server/(${leaves})/`,
      },
    },
    {
      name: 'provider-folders-apart',
      comment:
        'two share a clip, which speech makes and audio mixes; three speak to OpenAI, as server/openai/ does',
      severity: 'error',
      from: { path: `^server/(${leaves})/`, pathNot: test },
      to: {
        path: `^server/(${leaves})/`,
        pathNot: '^server/($1|openai)/|^server/speech/speech\\.ts$',
      },
    },
    {
      name: 'routes-are-the-edge',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/app\\.ts$|${test}` },
      to: { path: '/(routes|webhook)\\.ts$' },
    },
    {
      name: 'routes-do-not-query',
      severity: 'error',
      from: { path: '^server/.*/(routes|webhook)\\.ts$' },
      to: { path: '^server/db/tables|node_modules/drizzle-orm' },
    },
    {
      name: 'compose-is-for-entry',
      severity: 'error',
      from: { pathNot: `^server/index\\.ts$|${test}` },
      to: { path: '^server/compose\\.ts$' },
    },
    {
      name: 'standins-stay-outside',
      comment: 'the product cannot tell a stand-in from the real thing',
      severity: 'error',
      from: {
        path: '^(server|client|shared)/',
        pathNot: `^server/providers\\.ts$|${test}`,
      },
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
      from: { pathNot: `${test}|^vitest` },
      to: { path: '^server/testing/' },
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
