import { z } from 'zod';
import { brand } from '#shared/brand.ts';
import { problemBody } from '#shared/problem.ts';
import type { Access, Operation, Operations } from './operation.ts';

type Json = Record<string, unknown>;

/** Where a session is needed, and nothing where none is. */
const security: Record<Access, Json[]> = {
  anyone: [],
  link: [],
  'signed in': [{ session: [] }],
  owner: [{ session: [] }],
  admin: [{ session: [] }],
  paddle: [{ paddleSignature: [] }],
  operator: [{ metricsToken: [] }],
};

/** The calls as an OpenAPI 3.1 document. Its schemas are JSON Schema made by zod from our own. */
export function documentOf(operations: Operations): Json {
  const paths: Record<string, Json> = {};
  for (const [call, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = call.split(' ');
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] ??= {};
    paths[template][method.toLowerCase()] = describe(path, operation);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: brand.name,
      version: '1',
      description:
        'Writes need an `Origin` of this host, and a body says `Content-Type: application/json`. `x-access` tells who is let in.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Problem: schemaOf(problemBody, 'output') },
      responses: {
        Problem: {
          description: 'A refusal, with a reason that a person can read',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-duologue',
          description: 'Over plain http the name is `duologue`',
        },
        metricsToken: { type: 'http', scheme: 'bearer' },
        paddleSignature: { type: 'apiKey', in: 'header', name: 'Paddle-Signature' },
      },
    },
  };
}

function describe(path: string, { summary, access, status = 200, ...operation }: Operation): Json {
  const { query, headers, body, reply } = operation;
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...parametersOf('query', query),
    ...parametersOf('header', headers),
  ];
  return {
    summary,
    'x-access': access,
    security: security[access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        // What may be left out of it altogether, an empty one shows.
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    responses: {
      [status]: { description: status === 302 ? 'Elsewhere' : 'Done', ...contentOf(reply) },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function parametersOf(place: string, schema?: z.ZodObject): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: !field.safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }));
}

function contentOf(reply: Operation['reply']): Json {
  if (!reply) return {};
  if (typeof reply === 'string') return { content: { [reply]: {} } };
  return { content: { 'application/json': { schema: schemaOf(reply, 'output') } } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...described } = z.toJSONSchema(schema, { io });
  return described;
}
