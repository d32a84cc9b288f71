// What a released OpenAPI document promised and a document of today does not keep, one line each: the place,
// and what broke. What may be added: docs/api-versions.md.
import type { Schema } from './normal-schema.ts'
import { type Compare, compareSchemas, isPast } from './schemas.ts'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly security?: readonly object[]
  readonly components?: object
}

interface Operation extends Schema {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
  readonly security?: readonly object[]
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Answer {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Content
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

/** @param today `2026-11-27`: what had its sunset may be gone */
export function breaksOf(was: Document, is: Document, today: string): readonly string[] {
  const compare = compareSchemas({ was, is, today })
  const found = Object.entries(was.paths).flatMap(([path, operations]) => {
    const kept = Object.entries(operations).filter(([, operation]) => !isPast(operation, today))
    if (is.paths[path] === undefined) return kept.length === 0 ? [] : [`${path}: the path is gone`]
    return kept.flatMap(([method, old]) => {
      const at = `${method.toUpperCase()} ${path}`
      const now = is.paths[path]![method]
      if (now === undefined) return [`${at}: the method is gone`]
      return [
        ...credentialBreaks(at, old.security ?? was.security, now.security ?? is.security),
        ...parameterBreaks(compare, at, { old, now, today }),
        ...bodyBreaks(compare, at, old, now),
        ...answerBreaks(compare, at, { old, now, was, is }),
      ]
    })
  })
  return [...new Set(found)]
}

function credentialBreaks(at: string, was: readonly object[] = [], is: readonly object[] = []) {
  return was.length === 0 && is.length > 0 ? [`${at}: public, needs a credential now`] : []
}

function parameterBreaks(
  compare: Compare,
  at: string,
  { old, now, today }: { old: Operation; now: Operation; today: string },
): readonly string[] {
  const [had, has] = [old.parameters ?? [], now.parameters ?? []]
  const same = (one: Parameter) => (other: Parameter) => one.in === other.in && one.name === other.name
  const kept = had.flatMap(parameter => {
    const place = `${at} ${parameter.in} ${parameter.name}`
    const found = has.find(same(parameter))
    if (found === undefined) return isPast(parameter.schema, today) ? [] : [`${place}: removed`]
    const needed = !parameter.required && found.required ? [`${place}: optional, is required now`] : []
    return [...needed, ...compare('request', place, parameter.schema, found.schema)]
  })
  const added = has.filter(parameter => parameter.required && !had.some(same(parameter)))
  return [...kept, ...added.map(({ in: place, name }) => `${at} ${place} ${name}: new, and required`)]
}

function bodyBreaks(compare: Compare, at: string, old: Operation, now: Operation): readonly string[] {
  const [was, is] = [old.requestBody, now.requestBody]
  if (was === undefined) return is?.required ? [`${at} body: new, and required`] : []
  if (is === undefined) return [`${at} body: removed`]
  const needed = !was.required && is.required ? [`${at} body: optional, is required now`] : []
  return [...needed, ...contentBreaks(compare, 'request', `${at} body`, was.content, is.content)]
}

function answerBreaks(
  compare: Compare,
  at: string,
  { old, now, was, is }: { old: Operation; now: Operation; was: Document; is: Document },
): readonly string[] {
  const kept = Object.entries(old.responses).flatMap(([status, answer]) => {
    const place = `${at} ${status}`
    const found = now.responses[status]
    if (found === undefined) return [`${place}: the status is gone`]
    const [one, other] = [answerOf(was, answer), answerOf(is, found)]
    const headers = Object.keys(one.headers ?? {}).filter(name => other.headers?.[name] === undefined)
    return [
      ...headers.map(name => `${place} header ${name}: removed`),
      ...contentBreaks(compare, 'answer', place, one.content, other.content),
    ]
  })
  const added = Object.keys(now.responses).filter(status => /^[23]/.test(status) && !old.responses[status])
  return [...kept, ...added.map(status => `${at} ${status}: a new status of success`)]
}

/** Answers of every operation are components. */
function answerOf(document: Document, answer: Answer): Answer {
  if (answer.$ref === undefined) return answer
  const names = answer.$ref.slice(2).split('/')
  return names.reduce((at, name) => (at as Record<string, object>)[name]!, document as object) as Answer
}

function contentBreaks(
  compare: Compare,
  direction: 'request' | 'answer',
  at: string,
  was: Content = {},
  is: Content = {},
): readonly string[] {
  return Object.entries(was).flatMap(([type, { schema }]) => {
    const found = is[type]
    return found === undefined ? [`${at}: ${type} is gone`] : compare(direction, at, schema, found.schema)
  })
}
