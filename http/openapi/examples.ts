// Adds an example to every body, answer and required parameter of a finished document: the one of its route,
// else one that fits its schema. test/http/openapi-lint.test.ts checks each against its schema.
import type { Route } from '../pipeline/route.ts'
import { exampleId, kindOfPath } from './known-values.ts'
import { isNode, type Node } from './normalize.ts'
import { createSampler, type Sampler } from './sample.ts'

interface Described {
  readonly declared: Route
  /** The path in the form of the document. */
  readonly path: string
}

export function addExamples(document: object, routes: readonly Described[]): void {
  const { paths, components } = document as { paths: Record<string, Node>; components: Node }
  const sampler = createSampler(components['schemas'] as Record<string, Node>)
  for (const { declared, path } of routes) {
    const operation = paths[path]![declared.method.toLowerCase()] as Node
    addToParameters(operation, path, sampler)
    addToOperation(operation, declared, sampler)
  }
}

function addToOperation(operation: Node, { options, path }: Route, sampler: Sampler): void {
  const kind = kindOfPath(path)
  for (const body of mediaOf(operation['requestBody']))
    body['example'] = options.examples?.body ?? sampler(body['schema'], kind)
  const answers = operation['responses'] as Record<string, Node>
  for (const later of options.accepted ? mediaOf(answers['202']) : [])
    later['example'] = sampler(later['schema'], kind)
  for (const [index, answer] of mediaOf(answers[String(options.status ?? 200)]).entries()) {
    const own = index === 0 ? options.examples?.answer : undefined
    answer['example'] = own ?? sampler(answer['schema'], kind)
  }
}

function addToParameters(operation: Node, path: string, sampler: Sampler): void {
  for (const parameter of (operation['parameters'] ?? []) as Node[]) {
    // A page that tries requests out sends the examples along, and these cursors or keys do not exist.
    if (parameter['required'] !== true) continue
    const name = String(parameter['name'])
    const isId = parameter['in'] === 'path' && /^id$|Id$/.test(name)
    const before = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2)
    const kind = name === 'id' ? kindOfPath(before) : name.slice(0, -2)
    parameter['example'] = isId ? exampleId(kind) : sampler(parameter['schema'], null, name)
  }
}

/** The media types of a body or an answer that can have an example, which are those of JSON. */
function mediaOf(holder: unknown): readonly Node[] {
  if (!isNode(holder) || !isNode(holder['content'])) return []
  return Object.entries(holder['content']).flatMap(([type, media]) => {
    const isMadeOfJson = type === 'application/json' || type === 'text/event-stream'
    return isMadeOfJson && isNode(media) && media['schema'] !== undefined ? [media] : []
  })
}
