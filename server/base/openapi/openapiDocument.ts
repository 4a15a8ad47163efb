import { z } from 'zod';
import { brand } from '#shared/brand.ts';
import { problemBody } from '#shared/problem.ts';
import { type Access, type Endpoint, endpoint } from '../http/endpoint.ts';

type Json = Record<string, unknown>;

const security: Partial<Record<Access, string>> = {
  'signed in': 'session',
  owner: 'session',
  session: 'session',
  admin: 'session',
  paddle: 'paddleSignature',
  operator: 'metricsToken',
};

export function openapiEndpoint(endpoints: Endpoint[]): Endpoint {
  let text: string | null = null;
  return endpoint('GET /openapi.json', {
    summary: 'This document',
    access: 'anyone',
    type: 'application/json',
    handle({ res }) {
      text ??= JSON.stringify(documentOf(endpoints));
      res.set('Cache-Control', 'public, max-age=3600');
      return text;
    },
  });
}

export function documentOf(endpoints: Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const [method = ''] = endpoint.call.split(' ');
    const template = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[template] ??= {};
    paths[template][method.toLowerCase()] = describe(endpoint);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: brand.name,
      version: '1',
      description:
        'Writes need an `Origin` of this host, and a body says `Content-Type: application/json`, or another type that its call names. `x-access` tells who is let in.',
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
      securitySchemes: schemesOf(endpoints),
    },
  };
}

const schemes: Json = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-duologue-{id}',
    description:
      '`id` is 8 characters of the installation’s own; over plain http without `__Host-`',
  },
  metricsToken: { type: 'http', scheme: 'bearer' },
  paddleSignature: { type: 'apiKey', in: 'header', name: 'Paddle-Signature' },
};

function schemesOf(endpoints: Endpoint[]): Json {
  const asked = new Set(endpoints.map(({ access }) => security[access]));
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => asked.has(name)));
}

function describe({ path, summary, access, status = 200, ...endpoint }: Endpoint): Json {
  const { query, headers, body, upload } = endpoint;
  const scheme = security[access];
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
    security: scheme ? [{ [scheme]: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: {
          'application/json': { schema: schemaOf(body, 'input') },
          ...(upload && { [upload.type]: {} }),
        },
      },
    }),
    responses: {
      [status]: { description: status === 302 ? 'Elsewhere' : 'Done', ...contentOf(endpoint) },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function parametersOf(place: string, schema?: z.ZodObject): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: !field.safeParse(undefined).success,
    schema: schemaOf(field, 'input'),
  }));
}

function contentOf({
  reply,
  type = reply && 'application/json',
}: Pick<Endpoint, 'reply' | 'type'>): Json {
  return type ? { content: { [type]: reply ? { schema: schemaOf(reply, 'output') } : {} } } : {};
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...described } = z.toJSONSchema(schema, { io });
  return described;
}
