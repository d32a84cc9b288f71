// Mends the schemas of a made document, which is changed in place:
//   1. An answer may gain fields: nothing says that there are no others.
//   2. `nullable` stands beside a `type`, as OpenAPI 3.0 wants it.
//   3. A tuple of equal items is a list of that length; an annotation of integers is no bound.
//   4. Input and output of one name are one schema where they are equal; else the input is called so.
//   5. Components that nothing refers to are left out.

/** A JSON object of the document. */
export type Node = { [name: string]: unknown }

interface Schemas {
  [name: string]: Node
}

export function normalize(document: { components?: object }): void {
  const schemas = (document.components as { schemas: Schemas }).schemas
  each(document, mend)
  nameStrangers(schemas, document)
  mergeVariants(schemas, document)
  prune(document)
}

/** Calls back for every object in a value, the innermost first. */
export function each(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) each(item, visit)
  else if (isNode(value)) {
    for (const [name, member] of Object.entries(value)) {
      // What stands under `properties` are fields, whatever they are called.
      if (name === 'properties' && isNode(member)) each(Object.values(member), visit)
      else if (!isValue(name, member)) each(member, visit)
    }
    visit(value)
  }
}

/** Data of the schema, not a part of it; a response may be called default as well. */
function isValue(name: string, member: unknown): boolean {
  if (name === 'default') return !isNode(member) || member['$ref'] === undefined
  return name === 'example' || name === 'enum'
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mend(node: Node): void {
  if (node['additionalProperties'] === false) delete node['additionalProperties']
  if (isNode(node['additionalProperties']) && Object.keys(node['additionalProperties']).length === 0) {
    node['additionalProperties'] = true
  }
  if (node['maximum'] === Number.MAX_SAFE_INTEGER) delete node['maximum']
  if (node['minimum'] === Number.MIN_SAFE_INTEGER) delete node['minimum']
  if (Array.isArray(node['anyOf'])) simplify(node, node['anyOf'])
  if (node['nullable'] === true && node['type'] === undefined) moveNullable(node)
}

function simplify(node: Node, anyOf: unknown[]): void {
  const unique = [...new Map(anyOf.map(one => [JSON.stringify(one), one])).values()]
  if (unique.length > 1 || !isNode(unique[0])) {
    node['anyOf'] = unique
    return
  }
  delete node['anyOf']
  Object.assign(node, unique[0])
}

function moveNullable(node: Node): void {
  if (Array.isArray(node['allOf'])) {
    node['type'] = 'object'
  } else if (Array.isArray(node['anyOf'] ?? node['oneOf'])) {
    delete node['nullable']
    for (const branch of (node['anyOf'] ?? node['oneOf']) as Node[]) {
      if (branch['type'] !== undefined) branch['nullable'] = true
    }
  } else {
    // Without a type it may be anything, and null is something.
    delete node['nullable']
  }
}

/** Schemas that refer to themselves get a made-up name; those of steps are known by what uses them. */
function nameStrangers(schemas: Schemas, document: object): void {
  for (const name of Object.keys(schemas).filter(each => each.startsWith('__schema'))) {
    const kinds = JSON.stringify(schemas[name]).includes('"enum":["foreach"]')
    const isOutput = schemas['PlanOutput'] && JSON.stringify(schemas['PlanOutput']).includes(`/${name}"`)
    if (kinds) rename(document, schemas, name, isOutput ? 'StepOutput' : 'Step')
  }
}

function mergeVariants(schemas: Schemas, document: object): void {
  const suffix = 'Output'
  const outputs = Object.keys(schemas).filter(name => name.endsWith(suffix))
  // Steps before the plans that are made of them, or these would differ by the names of those.
  for (const output of outputs.sort((a, b) => Number(b.startsWith('Step')) - Number(a.startsWith('Step')))) {
    const name = output.slice(0, -suffix.length)
    const input = schemas[name]
    if (input !== undefined && !isSame(input, schemas[output]!, name, output)) {
      rename(document, schemas, name, `${name}Input`)
    }
    rename(document, schemas, output, name)
  }
}

function isSame(input: Node, output: Node, name: string, outputName: string): boolean {
  return JSON.stringify(input) === JSON.stringify(output).replaceAll(refTo(outputName), refTo(name))
}

function rename(document: object, schemas: Schemas, from: string, to: string): void {
  const schema = schemas[from]!
  delete schemas[from]
  schemas[to] = schema
  each(document, node => {
    if (node['$ref'] === refTo(from)) node['$ref'] = refTo(to)
  })
}

/** Again until nothing changes: what only an unused component used is unused. */
function prune(document: { components?: object }): void {
  const components = document.components as Record<string, Node>
  for (let isDone = false; !isDone; ) {
    const used = new Set<unknown>()
    each(document, node => used.add(node['$ref']))
    isDone = true
    for (const section of ['schemas', 'responses', 'headers']) {
      for (const name of Object.keys(components[section] ?? {})) {
        if (used.has(`#/components/${section}/${name}`)) continue
        delete components[section]![name]
        isDone = false
      }
    }
  }
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`
}
