import { z } from 'zod';
import { pageShape } from '../schema.ts';

/** What the document says of a resource. */
export type DocumentedResource = {
  name: string;
  title: string;
  scope: string;
  filters: Record<string, z.ZodType>;
  row: z.ZodType;
  writes?: {
    scope: string;
    body: z.ZodType;
    addSummary: string;
    removeSummary: string;
    removed: { status: 200 | 204; description: string };
  };
};

type Json = Record<string, unknown>;

/** JSON Schema as OpenAPI 3.1 embeds it: without `$schema`. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io }) as Json;
  return schema;
}

const asJson = (schema: Json) => ({ 'application/json': { schema } });
const errorResponses = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
const allowed = (scope: string) => ({ description: `Needs the scope \`${scope}\`.` });
const nameOf = ({ name }: DocumentedResource) => name.charAt(0).toUpperCase() + name.slice(1, -1);
const itemSchema = (resource: DocumentedResource): Json => ({
  type: 'object',
  required: ['data'],
  properties: { data: { $ref: `#/components/schemas/${nameOf(resource)}` } },
});
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };

function listOf(resource: DocumentedResource): Json {
  const parameters = Object.entries({ ...pageShape, ...resource.filters }).map(([name, shape]) => {
    const { description, ...schema } = schemaOf(shape);
    return { name, in: 'query', required: false, schema, ...(description ? { description } : {}) };
  });
  const page = {
    type: 'object',
    required: ['data', 'next'],
    properties: {
      data: { type: 'array', items: { $ref: `#/components/schemas/${nameOf(resource)}` } },
      next: { type: ['string', 'null'], description: 'Sent as `after` it gives the next page; null at the end.' },
    },
  };
  return {
    operationId: `list_${resource.name}`,
    summary: `${resource.title}, the newest first`,
    ...allowed(resource.scope),
    tags: [resource.title],
    parameters,
    responses: { 200: { description: 'One page.', content: asJson(page) }, ...errorResponses(401, 403, 422, 429) },
  };
}

function pathsOf(resource: DocumentedResource): [string, Json][] {
  const write = resource.writes;
  const response = (description: string) => ({ description, content: asJson(itemSchema(resource)) });
  return [
    [
      `/${resource.name}`,
      {
        get: listOf(resource),
        ...(write && {
          post: {
            operationId: `add_${resource.name}`,
            summary: write.addSummary,
            ...allowed(write.scope),
            tags: [resource.title],
            requestBody: { required: true, content: asJson(schemaOf(write.body, 'input')) },
            responses: { 201: response('Made.'), ...errorResponses(400, 401, 403, 404, 409, 422, 429) },
          },
        }),
      },
    ],
    [
      `/${resource.name}/{id}`,
      {
        parameters: [idParameter],
        get: {
          operationId: `read_${resource.name}`,
          summary: 'One of them',
          ...allowed(resource.scope),
          tags: [resource.title],
          responses: { 200: response('The row.'), ...errorResponses(400, 401, 403, 404, 429) },
        },
        ...(write && {
          delete: {
            operationId: `remove_${resource.name}`,
            summary: write.removeSummary,
            ...allowed(write.scope),
            tags: [resource.title],
            responses: {
              [write.removed.status]:
                write.removed.status === 204
                  ? { description: write.removed.description }
                  : response(write.removed.description),
              ...errorResponses(400, 401, 403, 404, 429),
            },
          },
        }),
      },
    ],
  ];
}

const sentences: Record<number, string> = {
  400: 'The body or an id is not what the call can read.',
  401: 'No key, or one that is not good here: unknown, expired, revoked, or of another account.',
  403: 'The key lacks the scope.',
  404: 'There is no such row in this account.',
  409: 'The present state does not allow it.',
  422: 'A value is wrong; `fields` says which.',
  429: 'Too many calls: 600 a minute for each key. `Retry-After` says how many seconds to wait.',
};

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'Stays the same: programs may rely on it.' },
        message: { type: 'string', description: 'A sentence for people; it may change.' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
};

/** Builds the OpenAPI 3.1 document of one site's `/api/v1` from the same resource table as the routes. */
export function openApiDocument(origin: string, resources: readonly DocumentedResource[]): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stoa',
      version: '1',
      description:
        'What other programs read and do in one account. Keys are made under Manage > Developers > API keys.',
    },
    servers: [{ url: `${origin}/api/v1` }],
    security: [{ key: [] }],
    tags: resources.map(({ title }) => ({ name: title })),
    paths: {
      '/account': accountPath(resources),
      ...Object.fromEntries(resources.flatMap(pathsOf)),
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: `stoa_…`.' } },
      schemas: {
        Refusal: errorSchema,
        ...Object.fromEntries(resources.map((resource) => [nameOf(resource), schemaOf(resource.row)])),
      },
      responses: Object.fromEntries(
        Object.entries(sentences).map(([status, description]) => [
          status,
          { description, content: asJson({ $ref: '#/components/schemas/Refusal' }) },
        ]),
      ),
    },
  };
}

function accountPath(resources: readonly DocumentedResource[]): Json {
  const scopes = resources.flatMap(({ scope, writes }) => (writes ? [scope, writes.scope] : [scope]));
  const account = schemaOf(
    z.object({
      account_id: z.uuid(),
      slug: z.string(),
      domain: z.string().nullable(),
      scopes: z.array(z.enum(scopes)),
    }),
  );
  return {
    get: {
      operationId: 'read_account',
      summary: 'The account of the key, and what the key may do',
      responses: {
        200: {
          description: 'The account.',
          content: asJson({ type: 'object', required: ['data'], properties: { data: account } }),
        },
        ...errorResponses(401, 429),
      },
    },
  };
}
