// Does an answer fit the OpenAPI document? What OpenAPI 3.0 says in its own words (`nullable`) is said in
// JSON Schema, and a field that the document does not know is a problem: our document is to name all of them.
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'

// biome-ignore lint/suspicious/noExplicitAny: a document of another shape at every level
type Node = any

export interface SeenAnswer {
  /** As the route declares it: `/api/v1/workflows/:id`. */
  readonly path: string
  readonly method: string
  readonly status: number
  readonly headers: Headers
  /** JSON as parsed; a text for other media types. */
  readonly body: unknown
}

/** Problems of an answer, none when it is as documented. */
export type AnswerCheck = (answer: SeenAnswer) => readonly string[]

export function createAnswerCheck(document: Node): AnswerCheck {
  const fits = createSchemaCheck(document)
  return ({ path, method, status, headers, body }) => {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (operation === undefined) return [`${method} ${path} is not documented`]
    const response = resolve(document, operation.responses[status])
    if (response === undefined) return [`${method} ${path} answers ${status}, which is not documented`]
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const content = response.content?.[type]
    if (content === undefined && response.content)
      return [`${method} ${path} ${status}: undocumented ${type}`]
    const missing = ['X-Request-Id', ...(status >= 400 ? ['X-Error-Code'] : [])].filter(
      name => !headers.has(name) || !(name in response.headers),
    )
    const problems = type === 'application/json' && content ? fits(content.schema, body) : []
    return [...missing.map(name => `without ${name}`), ...problems].map(
      problem => `${method} ${path} ${status}: ${problem}`,
    )
  }
}

/** Checks a value against a schema of the document. */
export function createSchemaCheck(document: Node): (schema: Node, value: unknown) => readonly string[] {
  const components = asJsonSchema(document.components)
  return (schema, value) => {
    const validator = new Validator({ ...asJsonSchema(schema), components } as Schema, '4', false)
    const { valid, errors } = validator.validate(value)
    return valid ? [] : errors.slice(-3).map(describe)
  }
}

function describe({ instanceLocation, error }: OutputUnit): string {
  return `${instanceLocation}: ${error}`
}

function resolve(document: Node, node: Node): Node {
  if (node?.$ref === undefined) return node
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((at: Node, name: string) => at[name], document)
}

/** A copy in which null is a type, and objects have the fields that they name and no others. */
function asJsonSchema(node: Node): Node {
  if (Array.isArray(node)) return node.map(asJsonSchema)
  if (typeof node !== 'object' || node === null) return node
  const { nullable, example: _, ...rest } = node
  const copy = Object.fromEntries(
    Object.entries(rest).map(([name, member]) => [
      name,
      name === 'enum' || name === 'default' ? member : asJsonSchema(member),
    ]),
  ) as Node
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined) {
    copy.additionalProperties = false
  }
  if (nullable !== true) return copy
  // The type stands beside what it is composed of for OpenAPI only.
  return { anyOf: [{ type: 'null' }, copy] }
}
