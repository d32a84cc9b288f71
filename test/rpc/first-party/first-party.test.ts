import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import type { JsonSchema } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import { offeredName } from '../../../domain/tools/tool.ts'
import { firstPartyServers } from '../../../rpc/first-party/first-party.ts'

const folder = join(import.meta.dirname, '../../../rpc/first-party')

test('every server that has a folder is in the catalog, in the order of the slugs', async t => {
  const folders = readdirSync(folder).filter(name => existsSync(join(folder, name, 'index.ts')))
  t.same(
    firstPartyServers.map(({ slug }) => slug),
    folders.sort(),
  )
})

for (const server of firstPartyServers) {
  test(`${server.slug} can be shown, installed and offered`, async t => {
    t.match(server.slug, /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/)
    t.match(server.version, /^\d+\.\d+\.\d+$/)
    t.ok(server.name.length > 0 && server.name.length <= 100, 'a name')
    t.ok(server.description.length > 10 && server.description.length <= 500, 'a description')
    t.ok(server.categories.length > 0, 'a category')
    for (const category of server.categories) t.match(category, /^[a-z][a-z -]*$/)
    if (server.credential !== null) {
      t.ok(server.credential.kinds.length > 0 && server.credential.hint.length > 10, 'says which credential')
    }
    if (server.settings !== null) t.ok(isObjectSchema(server.settings), 'settings are an object')
    const names = server.tools.map(({ name }) => name)
    t.ok(names.length > 0 && new Set(names).size === names.length, 'tools with names of their own')
  })

  for (const tool of server.tools) {
    test(`${offeredName({ server: server.slug, name: tool.name })} is what its definition says`, async t => {
      t.match(tool.name, /^[a-z][a-z0-9_]*$/)
      t.ok(offeredName({ server: server.slug, name: tool.name }).length <= 64, 'a name that /rpc can offer')
      t.ok(tool.title !== '' && tool.description.length > 10, 'words for people')
      t.ok(tool.keywords.length > 0, 'words of prompts')
      t.ok(isObjectSchema(tool.inputSchema), 'arguments are an object')
      if (tool.outputSchema !== null) t.doesNotThrow(() => compileSchema(tool.outputSchema!))
      const check = compileSchema(tool.inputSchema)
      for (const { args, prompt } of tool.examples) t.equal(check(args), null, prompt)
    })
  }
}

function isObjectSchema(schema: JsonSchema): boolean {
  compileSchema(schema)
  return schema['type'] === 'object'
}
