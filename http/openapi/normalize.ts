// Corrects the schemas of a finished document, in place:
// 1. An answer may gain fields: nothing forbids other ones.
// 2. `nullable` stands beside a `type`, as OpenAPI 3.0 demands.
// 3. Equal options of an `anyOf` (as of a tuple of equal items) become one; a bound that is only the range of
//    safe integers is dropped.
// 4. Input and output of one name become one schema when they are equal; else the input gets another name.
// 5. Components that nothing refers to are removed.
// 6. What may gain values says so to people, too.

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
      // Keys under `properties` are field names, even when they look like keywords.
      if (name === 'properties' && isNode(member)) each(Object.values(member), visit)
      else if (!isValue(name, member)) each(member, visit)
    }
    visit(value)
  }
}

/** True for data inside a schema, which is not itself a schema; a response may be called default as well. */
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
  if (node['x-open'] === true) node['description'] = openSaid(node)
}

function openSaid({ description, anyOf, oneOf }: Node): string {
  const more = `More ${(anyOf ?? oneOf) ? 'kinds' : 'values'} may come`
  return typeof description === 'string' ? `${description}. ${more}` : more
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
    // A schema without a type allows anything, null included.
    delete node['nullable']
  }
}

/**
 * Schemas that refer to themselves get a generated name; those of steps are recognized by the schemas that
 * use them.
 */
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
  // Steps come before the plans that contain them; otherwise plans would differ by the names of their steps.
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

/** Repeats until nothing changes: a component that only an unused one uses is unused too. */
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
