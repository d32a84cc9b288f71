import MiniSearch from 'minisearch'
import { test } from 'tap'
import type { JsonObject, JsonSchema } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { builtinTools, findBuiltin } from '../../../rpc/builtin/builtin-tools.ts'
import type { PureTool } from '../../../rpc/builtin/tool.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { pureCall } from '../../../rpc/tool-outcome.ts'
import { serve } from '../loopback.ts'

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

const memoryTools = ['remember', 'recall', 'forget', 'only_new', 'changed', 'count_up']

test('what every other tool really gives fits its outputSchema', async t => {
  const answers: Readonly<Record<string, [string, string | Buffer]>> = {
    '/json': ['application/json', '{"a": [1, null]}'],
    '/list': ['application/json', '[]'],
    '/text': ['text/html; charset=utf-8', '<p>hello</p>'],
    '/image': ['image/png', Buffer.from([137, 80])],
  }
  const { origin } = await serve(t, (request, response) => {
    const found = answers[request.url!]
    request.resume()
    if (found === undefined) response.writeHead(204).end()
    else response.writeHead(200, { 'content-type': found[0], etag: '"1"' }).end(found[1])
  })
  const paths = [...Object.keys(answers), '/nothing']
  const calls: Readonly<Record<string, readonly JsonObject[]>> = {
    http_get: paths.map(path => ({ url: origin + path })),
    http_request: paths.map(path => ({ url: origin + path, method: 'PUT', body: { a: 1 } })),
    time_now: [{}, { timeZone: 'Europe/Berlin' }],
    id_new: [{}],
  }
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const context = {
    outbound,
    signal: new AbortController().signal,
    idempotencyKey: 'exec_1/a',
    timeoutMs: 5_000,
  }
  // Those of memory need a database: memory.test.ts.
  const others = builtinTools.filter(tool => tool.effect !== 'pure' && !memoryTools.includes(tool.name))
  t.strictSame(others.map(({ name }) => name).sort(), Object.keys(calls).sort(), 'none is left out')
  for (const tool of others)
    for (const args of calls[tool.name]!) {
      t.equal(compileSchema(tool.inputSchema)(args), null, tool.name)
      const output = await tool.run(args, context)
      t.equal(compileSchema(tool.outputSchema!)(output), null, `${tool.name} ${JSON.stringify(args)}`)
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

test('long whole numbers keep their digits, and a tool that counts takes none', async t => {
  const tool = (name: string) => pureCall(findBuiltin(name) as PureTool)
  const digits = '7615917337495251231'
  t.strictSame(tool('json_parse')({ text: `{"id":${digits}}` }), { ok: true, output: { id: digits } })
  t.match(tool('number_format')({ number: digits }), {
    error: { code: 'invalid-arguments', message: /numbers up to 2\^53 - 1, received 7615917337495251231/ },
  })
})
