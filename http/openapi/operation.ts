// One route as an operation of the OpenAPI document.
import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { type Deprecation, deprecationMarks } from '../../domain/api-marks.ts'
import { type Permission, permissions } from '../../domain/people/permissions.ts'
import { takesKeys } from '../pipeline/idempotency.ts'
import type { Route } from '../pipeline/route.ts'
import { responses } from './answers.ts'

export function operation(declared: Route): ZodOpenApiOperationObject {
  const { options } = declared
  return {
    operationId: operationId(declared),
    summary: options.summary,
    ...descriptionOf(declared),
    ...(options.deprecated && deprecationMarks(options.deprecated)),
    tags: [tagOf(declared)],
    ...(options.public && { security: [] }),
    requestParams: {
      ...pathParams(declared),
      ...(options.query && { query: options.query }),
      ...headerParams(declared),
    },
    ...requestBody(declared),
    responses: responses(declared),
  }
}

/** The first word of the path after /api/v1, unless the route declares a tag. */
export function tagOf({ path, options }: Route): string {
  return options.tag ?? path.replace(/^\/api\/v1/, '').split('/')[1]!
}

/** `POST /api/v1/workflows/:id/execute` is `postWorkflowsByIdExecute`. */
function operationId({ method, path }: Route): string {
  const words = path
    .replace(/^\/api\/v1/, '')
    .replaceAll(':', 'by-')
    .split(/[^A-Za-z0-9]+/)
    .filter(word => word !== '')
  return method.toLowerCase() + words.map(word => word[0]!.toUpperCase() + word.slice(1)).join('')
}

/** The description of the route, the headers that it takes, and the permission that it needs. */
function descriptionOf({ options }: Route): { description?: string } {
  const wait = '`Prefer: wait=N` (1 to 60 s) answers when the execution has ended, or after N seconds.'
  const paragraphs = [
    options.description ?? '',
    options.waits && !options.description?.includes('Prefer') ? wait : '',
    options.events ? `Events: ${Object.keys(options.events).map(code).join(', ')}.` : '',
    options.permission ? needs(options.permission) : '',
    options.deprecated ? goes(options.deprecated) : '',
  ]
  const description = paragraphs.filter(text => text !== '').join('\n\n')
  return description === '' ? {} : { description }
}

function needs(permission: Permission): string {
  const { role, scope } = permissions[permission]
  return `Needs the permission ${code(permission)}: the role ${role} or above; an API key also needs the scope ${code(scope)}.`
}

function goes({ since, sunset, link }: Deprecation): string {
  return `Deprecated since ${since}; it may be gone from ${sunset} on: [what takes its place](${link}).`
}

function code(text: string): string {
  return `\`${text}\``
}

function requestBody({ options }: Route): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (options.rawBody === 'bytes') {
    const schema = options.body ?? z.unknown()
    return { requestBody: { required: false, content: { 'application/json': { schema } } } }
  }
  if (options.rawBody) {
    const schema = options.body ?? z.unknown().meta({ description: 'A JSON-RPC 2.0 request, or a batch' })
    return { requestBody: { required: true, content: { 'application/json': { schema } } } }
  }
  const schemas = [options.body, ...Object.values(options.bodies?.schemas ?? {})].filter(
    schema => schema !== undefined,
  )
  const [only] = schemas
  if (only === undefined) return {}
  const schema = schemas.length === 1 ? only : z.union(schemas)
  const required = !schema.safeParse(undefined).success
  return { requestBody: { required, content: { 'application/json': { schema } } } }
}

function pathParams({ path, options }: Route): { path?: z.ZodObject } {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  if (names.length === 0) return {}
  return { path: options.params ?? z.object(Object.fromEntries(names.map(name => [name, z.string()]))) }
}

function headerParams(declared: Route): { header?: z.ZodObject } {
  const { options } = declared
  const shape = {
    ...(takesKeys(declared) && { 'Idempotency-Key': idempotencyKey }),
    ...(options.waits && { Prefer: prefer }),
    ...(options.events && !options.unresumed && { 'Last-Event-ID': lastEventId }),
    ...(options.tagged && declared.method === 'PUT' && { 'If-Match': ifMatch }),
  }
  return Object.keys(shape).length === 0 ? {} : { header: z.object(shape) }
}

const idempotencyKey = z.string().min(1).max(255).optional().meta({
  description:
    'A repeat with the same key and body within 24 h has no second effect: it gets the first answer again, with `Idempotency-Replayed: true`',
})

const prefer = z.string().optional().meta({
  description: '`wait=N`, 1 to 60 seconds: answer when the execution has ended, or after N seconds',
})

const ifMatch = z.string().optional().meta({
  description: 'The `ETag` of the state that you have changed: 412 when somebody else was faster',
})

const lastEventId = z.string().optional().meta({
  description: 'Id of the last event that you read: the stream continues after it',
})
