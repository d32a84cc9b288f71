// A small document with everything that ours has, which the tests beside it mutate in one way at a time.

// biome-ignore lint/suspicious/noExplicitAny: a document of another shape at every level
export type Document = any
export type Mutation = (document: Document) => unknown

export const released: Document = {
  security: [{ bearerAuth: [] }],
  paths: {
    '/things': {
      get: {
        parameters: [
          { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 } },
          { in: 'query', name: 'status', schema: { type: 'string', enum: ['on', 'off'] } },
          { in: 'header', name: 'Prefer', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            headers: { Link: {} },
            content: { 'application/json': { schema: { type: 'array', items: ref('Thing') } } },
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: ref('NewThing') } } },
        responses: { 201: { content: { 'application/json': { schema: ref('Thing') } } } },
      },
    },
    '/health': {
      get: {
        security: [],
        responses: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
    '/old': { get: { deprecated: true, 'x-sunset': '2028-01-01', responses: { 200: {} } } },
  },
  components: {
    responses: { NotFound: { content: { 'application/json': { schema: ref('Problem') } } } },
    schemas: {
      Problem: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
      Thing: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          size: { type: 'integer' },
          note: { type: 'string', nullable: true },
          extra: { type: 'string' },
          old: { type: 'string', deprecated: true, 'x-sunset': '2028-01-01' },
          status: { type: 'string', enum: ['on', 'off'] },
          kind: { type: 'string', enum: ['a', 'b'], 'x-open': true },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          parts: { type: 'array', items: ref('Thing') },
          event: { 'x-open': true, oneOf: [variant('sent'), variant('read')] },
          cause: { oneOf: [variant('sent'), variant('read')] },
          owner: { allOf: [ref('Problem')], type: 'object', nullable: true },
        },
        required: ['id', 'size', 'note', 'status', 'kind', 'labels', 'parts', 'event', 'cause', 'owner'],
      },
      NewThing: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 100 },
          size: { type: 'number', nullable: true },
          mode: { type: 'string', enum: ['x', 'y'], default: 'x' },
          tags: { type: 'array', maxItems: 10, items: { type: 'string' } },
          anything: {},
          data: { anyOf: [{ type: 'string' }, { type: 'number' }] },
          trigger: { oneOf: [variant('hook'), variant('timer')] },
        },
        required: ['name'],
      },
    },
  },
}

export function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}

export function variant(kind: string) {
  return {
    type: 'object',
    properties: { kind: { type: 'string', enum: [kind] }, at: { type: 'integer' } },
    required: ['kind', 'at'],
  }
}

/** Before the sunset of what the document deprecates. */
export const today = '2027-01-01'
export const thing = ({ components }: Document) => components.schemas.Thing
export const newThing = ({ components }: Document) => components.schemas.NewThing
export const list = ({ paths }: Document) => paths['/things'].get
export const create = ({ paths }: Document) => paths['/things'].post
export const without = (names: string[], gone: string) => names.splice(names.indexOf(gone), 1)
export const rename = (fields: Document, from: string, to: string) => {
  fields[to] = fields[from]
  delete fields[from]
}

export function mutated(mutate: Mutation): Document {
  const copy = structuredClone(released)
  mutate(copy)
  return copy
}
