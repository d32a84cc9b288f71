// A tool step: its tool by another name or another key, its arguments by another key, in a list, in a text,
// or beside the keys of the step.
import { isObject, type Json, type JsonObject } from '../../../../domain/json.ts'
import { own } from '../../../../domain/own.ts'
import { planKeys } from '../../../../domain/plan/plan-schema.ts'
import type { HubTool } from '../../../../domain/tools/tool.ts'
import { type Around, type Draft, onlyMeant, plain } from '../draft.ts'
import { jsonIn } from '../json-text.ts'
import { renameKeys } from '../rename-keys.ts'
import { argumentWords, commonWords, stepWords } from '../synonyms.ts'
import { toolMeant } from './tool-meant.ts'

export function asTool(step: Draft, around: Around): void {
  withNested(step)
  withTool(step, around)
  const id = String(step['id'])
  renameKeys(step, ['args', 'server'], { ...commonWords, ...stepWords.tool }, id, around.tell)
  withArguments(step)
  const tool = toolOf(step, around)
  if (tool !== null) withLooseArguments(step, tool, around)
}

/** The tool that the step calls by now; null where there is none of that name. */
export function toolOf(step: Draft, { tools }: Around): HubTool | null {
  if (typeof step['tool'] !== 'string') return null
  const name = typeof step['server'] === 'string' ? `${step['server']}__${step['tool']}` : step['tool']
  return tools.get(name) ?? null
}

/** `{"tool": {"name": ..., "arguments": {...}}}`, `{"function": {...}}` */
function withNested(step: Draft): void {
  for (const key of ['tool', 'function', 'call'] as const) {
    const nested = step[key]
    if (!isObject(nested)) continue
    const { name, tool, ...rest } = nested as JsonObject
    if (typeof (name ?? tool) !== 'string') continue
    delete step[key]
    step['tool'] = (name ?? tool)!
    for (const [inner, value] of Object.entries(rest)) step[inner] ??= value
  }
}

/** Where others say which tool; the first that names one counts. */
const toolKeys = [
  'tool',
  'toolname',
  'function',
  'action',
  'operation',
  'method',
  'use',
  'uses',
  'call',
  'name',
]

function withTool(step: Draft, { tools, tell }: Around): void {
  const server = typeof step['server'] === 'string' ? step['server'] : null
  if (step['tool'] !== undefined && typeof step['tool'] !== 'string') return
  // A tool that is said and not there is not another one.
  const said = (typeof step['tool'] === 'string' ? ['tool'] : toolKeys).flatMap(sought =>
    Object.keys(step).filter(key => plain(key) === sought && typeof step[key] === 'string'),
  )
  for (const key of said) {
    const name = String(step[key])
    // A name of a tool of another server is no tool of this one.
    const meant = server === null ? toolMeant(name, tools) : ofServer(name, server, tools)
    const split = meant === null && key === 'tool' ? ofTwo(step, name, tools) : null
    const found = meant ?? split?.[0]
    if (found === undefined) continue
    const { server: slug, name: tool } = tools.get(found)!
    if (key === 'tool' && split === null && (slug ?? null) === server && tool === name) return
    tell(String(step['id']), `the tool is taken as ${found}`)
    delete step[split?.[1] ?? key]
    step['tool'] = tool
    if (slug === null || slug === undefined) delete step['server']
    else step['server'] = slug
    return
  }
}

/** `server: "Shop"`, `server: "shop"` beside `tool: "shop.list_orders"`. */
function ofServer(name: string, server: string, tools: Around['tools']): string | null {
  const own = [...tools].filter(([, tool]) => plain(tool.server ?? '') === plain(server))
  return toolMeant(name, new Map(own))
}

/** `{"tool": "shop", "action": "list_orders"}`, with the key that held the second half. */
function ofTwo(step: Draft, server: string, tools: Around['tools']): readonly [string, string] | null {
  for (const key of ['action', 'operation', 'method', 'function', 'name']) {
    if (typeof step[key] !== 'string') continue
    const found = onlyMeant(`${server}__${step[key]}`, [...tools.keys()])
    if (found !== null) return [found, key]
  }
  return null
}

function withArguments(step: Draft): void {
  const { args } = step
  if (args === null) delete step['args']
  if (typeof args === 'string') {
    const read = jsonIn(args)
    if (isObject(read)) step['args'] = read as JsonObject
  }
  if (!Array.isArray(args)) return
  const pairs = (args as readonly Json[]).map(each => {
    if (!isObject(each)) return null
    const { name, value, ...rest } = each as JsonObject
    return typeof name === 'string' && value !== undefined && Object.keys(rest).length === 0
      ? ([name, value] as const)
      : null
  })
  if (!pairs.includes(null)) step['args'] = Object.fromEntries(pairs as [string, Json][])
}

/** Arguments that stand among the keys of the step. */
function withLooseArguments(step: Draft, tool: HubTool, { tell }: Around): void {
  const properties = tool.inputSchema['properties']
  if (!isObject(properties)) return
  const { args = {} } = step
  if (!isObject(args) || Object.keys(args as JsonObject).length > 0) return
  const given: Draft = {}
  for (const key of Object.keys(step)) {
    if (planKeys.step('tool').includes(key) || own(properties, key) === undefined) continue
    if (argumentWords.includes(plain(key))) continue
    given[key] = step[key]!
    delete step[key]
    tell(String(step['id']), `${key} is taken as an argument`)
  }
  step['args'] = given
}
