// The tools that the product has, and what the examples of the pure ones come to: laws are tried on them.
import { isDeepStrictEqual as isSame } from 'node:util'
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import type { HubTool, ToolExample } from '../../../domain/tools/tool.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'
import { firstPartyServers } from '../../../rpc/first-party/first-party.ts'
import { domainsFolder, loadDomain } from '../corpus/prompts.ts'
import { runPlan } from '../corpus/run-plan.ts'
import { openShop, type Shop } from '../corpus/shop.ts'
import { stepsOf } from './given.ts'

const offered = (tool: HubTool & { run?: unknown }): HubTool => {
  const { run: _, ...definition } = tool
  return definition
}

export const builtins = builtinTools.map(tool => offered({ ...tool, server: null }))
export const servers = firstPartyServers.map(({ slug, tools }) => ({
  slug,
  tools: tools.map(tool => offered({ ...tool, server: slug })),
}))
export const everything = [...builtins, ...servers.flatMap(({ tools }) => tools)]

/** The examples take from earlier steps what comes from the inputs here. */
export const alone = (prompt: string) => prompt.replaceAll('{{steps.', '{{inputs.')

/** What a plan does, without what only names it: places, titles and ids of steps, the order of arguments. */
export function doingsOf({ steps }: Plan): string {
  return JSON.stringify(steps, function (this: { kind?: string }, key, value) {
    if (this.kind !== undefined && /^(?:id|title|span|effect)$/.test(key)) return undefined
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value
  })
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A plan that calls nothing but pure tools, and does nothing else. */
export function isPure(plan: Plan, tools: readonly HubTool[]): boolean {
  return stepsOf(plan).every(step => step.kind === 'set' || step.kind === 'return' || isPureCall(step, tools))
}

function isPureCall(step: Step, tools: readonly HubTool[]): boolean {
  if (step.kind !== 'tool') return false
  return tools.find(({ name, server }) => name === step.tool && server === step.server)?.effect === 'pure'
}

/** Runs plans of pure tools. */
export async function openCalculator(): Promise<Calculator> {
  const shop = await openShop(loadDomain(`${domainsFolder}/crm.json`))
  return new Calculator(shop)
}

export class Calculator {
  readonly #shop: Shop
  constructor(shop: Shop) {
    this.#shop = shop
  }

  /** What a tool of ours makes of the arguments of its example. */
  async given(tool: HubTool, { args }: ToolExample): Promise<Json> {
    const step = { id: 'one', title: 'one', kind: 'tool', server: null, tool: tool.name, args }
    const { output } = await runPlan({ irVersion: 1, steps: [step] } as unknown as Plan, {
      tools: this.#shop,
    })
    return output
  }

  /** Does the plan of its prompt come to what the tool gives? A run that fails is told. */
  async compare(plan: Plan, tool: HubTool, example: ToolExample): Promise<'the same' | 'failed' | 'else'> {
    const inputs = inputsOf(alone(example.prompt), example.args)
    const { status, output } = await runPlan(plan, { tools: this.#shop, inputs })
    if (status !== 'completed') return 'failed'
    return isSame(plain(output), plain(await this.given(tool, example))) ? 'the same' : 'else'
  }

  async close(): Promise<void> {
    await this.#shop.hub.close()
  }
}

/** A figure may come as text: a total of 12 and of "12". */
function plain(value: Json): unknown {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value
}

/** The arguments that the prompt does not hold as they are, by their order: its placeholders. */
export function inputsOf(prompt: string, args: JsonObject): JsonObject {
  const holes = [...prompt.matchAll(/\{\{inputs\.([\w.]+)\}\}/g)].map(([, path]) => path!)
  const given = Object.values(
    Object.keys(args).length === 1 && holes.length > 1 ? (Object.values(args)[0] as JsonObject) : args,
  ).filter(value => typeof value === 'object' || !prompt.includes(String(value)))
  const inputs: Record<string, Json> = {}
  for (const [index, path] of holes.entries()) put(inputs, path.split('.'), given[index] ?? null)
  return inputs
}

function put(into: Record<string, Json>, [first, ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) into[first!] = value
  else put((into[first!] ??= {}) as Record<string, Json>, rest, value)
}
