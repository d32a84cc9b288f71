import MiniSearch from 'minisearch'
import { test } from 'tap'
import type { JsonSchema } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { builtinTools, findBuiltin } from '../../../rpc/builtin/builtin-tools.ts'

test('names are unique, found, and fit for MCP', async t => {
  const names = builtinTools.map(tool => tool.name)
  t.equal(new Set(names).size, names.length)
  for (const name of names) {
    t.match(name, /^[a-z][a-z0-9_]{1,62}$/)
    t.notMatch(name, '__', 'two underscores separate the slug of a tool server')
    t.equal(findBuiltin(name)?.name, name)
  }
  t.equal(findBuiltin('constructor'), undefined)
})

test('every pure example gives its output, twice', async t => {
  for (const tool of builtinTools) {
    if (tool.effect !== 'pure') continue
    for (const { prompt, args, output } of tool.examples) {
      const before = structuredClone(args)
      t.strictSame(tool.run(args), output, `${tool.name}: ${prompt}`)
      t.strictSame(tool.run(args), output, `${tool.name} again`)
      t.strictSame(args, before, `${tool.name} leaves its arguments alone`)
    }
  }
})

test('every example fits the schemas of its tool', async t => {
  for (const tool of builtinTools) {
    t.ok(tool.examples.length > 0, tool.name)
    for (const { args, output } of tool.examples) {
      t.equal(compileSchema(tool.inputSchema)(args), null, tool.name)
      if (output !== undefined) t.equal(compileSchema(tool.outputSchema!)(output), null, tool.name)
    }
  }
})

test('every tool says what it is, takes and gives, and takes nothing else', async t => {
  for (const { name, title, description, keywords, inputSchema } of builtinTools) {
    t.ok(title.length > 0 && description.endsWith('.') && keywords.length >= 3, name)
    t.equal(inputSchema['additionalProperties'], false, name)
    for (const [field, schema] of Object.entries(inputSchema['properties'] as Record<string, JsonSchema>)) {
      t.ok(schema['title'] && schema['description'], `${name}.${field}`)
      t.notOk(
        schema['default'] !== undefined && isRequired(inputSchema, field),
        `${name}.${field} has a default`,
      )
      if (schema['default'] !== undefined) t.equal(compileSchema(schema)(schema['default']), null)
    }
  }
})

test('a lexical search for the prompt of an example finds its tool first', async t => {
  const index = new MiniSearch({
    fields: ['name', 'title', 'keywords', 'description'],
    searchOptions: { boost: { name: 3, keywords: 2, title: 2 } },
    tokenize: text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u),
  })
  const documents = builtinTools.map(tool => ({ ...tool, keywords: tool.keywords.join(' ') }))
  index.addAll(documents.map((document, id) => ({ ...document, id })))
  for (const tool of builtinTools) {
    for (const { prompt } of tool.examples) {
      // What stands in braces or quotes are values.
      const words = prompt.replace(/\{\{.*?\}\}|".*?"|https?:\S+/g, ' ')
      const found = index.search(words).map(({ id }) => builtinTools[id]!.name)
      t.equal(found[0], tool.name, `${prompt} -> ${found.slice(0, 3).join(', ')}`)
    }
  }
})

function isRequired(schema: JsonSchema, field: string): boolean {
  return (schema['required'] as string[]).includes(field)
}
