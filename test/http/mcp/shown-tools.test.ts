// What models see of our own tools: no word of the REST API, and a type for every argument.
import { type Test, test } from 'tap'
import { wireTools } from '../../../actors/model-tools.ts'
import { isObject, type Json } from '../../../domain/json.ts'
import { roughTokens } from '../../../domain/models/language-model.ts'
import type { ToolDefinition } from '../../../domain/tools/tool.ts'
import { apiRoutes } from '../../../http/api.ts'
import { finderTools } from '../../../http/mcp/finder-tools.ts'
import { serviceTools } from '../../../http/mcp/service-tools.ts'
import { ToolOffer } from '../../../http/mcp/tool-offer.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'
import { firstPartyServers } from '../../../rpc/first-party/first-party.ts'
import { wireTool } from '../../../rpc/tool-wire.ts'

const routes = apiRoutes({ url: 'http://127.0.0.1', version: '1' })
const ofService = [...serviceTools(routes).map(({ definition }) => definition), ...Object.values(finderTools)]
const ofServers = [...firstPartyServers].flatMap(({ tools }) => tools as readonly ToolDefinition[])
const all = [...ofService, ...builtinTools, ...ofServers]
const saying = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref']

test('the tools are there', async t => {
  t.ok(ofService.length >= 12 && builtinTools.length > 20 && ofServers.length > 40, `${all.length}`)
})

test('every property of every tool has a type, for agents of /rpc and for our own models', async t => {
  for (const tool of all) {
    checkTypes(t, wireTool(tool).inputSchema, tool.name)
    checkTypes(t, wireTools([tool]).get(tool.name)!.inputSchema, tool.name)
  }
})

const rest =
  /\b(?:GET|POST|PUT|PATCH|DELETE) \/|\/api\/v1|request body|the path\b|Link header|If-Match|`\w+=\w+`|\b(?:404|409|412)\b/

test('no description of a tool of the service speaks of the REST API', async t => {
  for (const tool of ofService) t.notMatch(JSON.stringify(wireTool(tool)), rest, tool.name)
})

test('the whole list of our own tools is at most 5,000 tokens', async t => {
  const caller = { organizationId: 'org', userId: 'user', role: 'owner', key: null, sessionId: null } as const
  const tools = serviceTools(routes)
  const { listText } = new ToolOffer(caller, { serviceTools: tools, workflows: [], catalog: [] })
  t.ok(roughTokens(listText) <= 5_000, `${roughTokens(listText)} tokens`)
})

function checkTypes(t: Test, schema: Json, path: string): void {
  if (!isObject(schema)) return
  for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
    const says = isObject(property) && saying.some(keyword => keyword in property)
    if (!says) t.fail(`${path}.${name} has no type: ${JSON.stringify(property)}`)
    checkTypes(t, property, `${path}.${name}`)
  }
  checkTypes(t, (schema['items'] ?? null) as Json, `${path}[]`)
  for (const keyword of ['anyOf', 'oneOf'] as const)
    for (const part of (schema[keyword] ?? []) as readonly Json[]) {
      if (isObject(part) && !saying.some(each => each in part)) t.fail(`${path} has a part without a type`)
      checkTypes(t, part, path)
    }
}
