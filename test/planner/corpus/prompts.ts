// A file of the corpus: tools with data, and prompts with what their workflows must do (README.md beside
// this file). Loaded by the runner and the tests; the judge and the shop read these shapes.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Json, JsonObject, JsonSchema } from '../../../domain/json.ts'
import type { ToolAnnotations } from '../../../domain/tools/tool.ts'

export interface PromptDomain {
  readonly slug: string
  readonly title: string
  /** Rows by the name of their table. */
  readonly data: { readonly [table: string]: readonly JsonObject[] }
  readonly tools: readonly FixtureTool[]
  readonly prompts: readonly Prompt[]
}

/** A tool as its server offers it, and the rule that it answers by. */
export interface FixtureTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly annotations?: ToolAnnotations
  readonly answer?: Rule
}

export type Rule =
  | { readonly rows: string; readonly where?: readonly string[] }
  | { readonly row: string; readonly by: string; readonly arg?: string }
  | { readonly value: Json }
  | { readonly echo: true }
  | { readonly fail: string; readonly times?: number }

export interface Prompt {
  readonly id: string
  readonly style?: string
  readonly persona?: string
  readonly covers?: readonly string[]
  readonly prompt: string
  readonly expect: 'do' | 'do-or-refuse' | 'refuse'
  readonly why?: string
  readonly schedule?: { readonly cron: string; readonly timezone?: string }
  readonly runs?: readonly ExpectedRun[]
}

export interface ExpectedRun {
  readonly inputs?: JsonObject
  readonly decide?: 'approve' | 'deny'
  readonly output?: Match
  readonly before?: readonly CallGroup[]
  readonly calls?: readonly CallGroup[]
  readonly status?: readonly string[]
  readonly says?: string
}

export type Match =
  | { readonly is: Json }
  | { readonly num: number; readonly tol?: number }
  | { readonly re: string }
  | { readonly set: readonly Json[] }
  | { readonly perKey: { readonly [key: string]: Json } }

/** Calls in any order; groups follow each other. */
export type CallGroup = readonly ExpectedCall[]
export type ExpectedCall = readonly [tool: string, args?: JsonObject]

export const domainsFolder = join(import.meta.dirname, 'domains')

/** Tools without `readOnlyHint: true` change something: their calls are judged. */
export function isEffect({ annotations }: Pick<FixtureTool, 'annotations'>): boolean {
  return annotations?.readOnlyHint !== true
}

/** A prompt without runs is run once, without inputs. */
export function runsOf({ runs }: Pick<Prompt, 'runs'>): readonly ExpectedRun[] {
  return runs === undefined || runs.length === 0 ? [{ inputs: {} }] : runs
}

/** @throws {Error} naming the file, when it is no corpus file */
export function loadDomain(path: string): PromptDomain {
  const read = JSON.parse(readFileSync(path, 'utf8'))
  const { slug, tools, prompts } = read
  if (!slug || !Array.isArray(tools) || !Array.isArray(prompts))
    throw new Error(`${path} needs slug, tools and prompts`)
  return { title: slug, data: {}, ...read }
}

/** @param named files, folders or slugs; none: every file of `folder` */
export function findDomains(named: readonly string[], folder = domainsFolder): readonly PromptDomain[] {
  if (named.length === 0) return jsonFiles(folder).map(loadDomain)
  return named.flatMap(name => {
    const known = jsonFiles(folder).filter(file => basename(file, '.json') === name)
    if (known.length > 0) return known.map(loadDomain)
    if (!existsSync(name)) throw new Error(`no domain, file or folder is called ${name}`)
    return statSync(name).isDirectory() ? jsonFiles(name).map(loadDomain) : [loadDomain(name)]
  })
}

export function jsonFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.json'))
    .sort()
    .map(file => join(folder, file))
}

/**
 * Calls that a prompt expects although no tool could be called so, and outputs that say no matcher: mistakes
 * of the file.
 */
export function strangeExpectations({ tools, prompts }: PromptDomain): readonly string[] {
  const byName = new Map(tools.map(tool => [tool.name, tool]))
  const isCall = ([name, args = {}]: ExpectedCall) => {
    const tool = byName.get(name)
    if (tool === undefined || !isEffect(tool)) return false
    const { properties = {}, required = [] } = tool.inputSchema as {
      properties?: object
      required?: readonly string[]
    }
    return Object.keys(args).every(key => key in properties) && required.every(key => key in args)
  }
  return prompts.flatMap(({ id, runs = [] }) =>
    runs.flatMap(({ calls = [], before = [], output }) => [
      ...[...calls, ...before]
        .flat()
        .filter(call => !isCall(call))
        .map(call => `${id}: no effect is called so: ${JSON.stringify(call)}`),
      ...(output === undefined || matchers.some(matcher => matcher in output)
        ? []
        : [`${id}: no matcher: ${JSON.stringify(output)}`]),
    ]),
  )
}

const matchers = ['is', 'num', 're', 'set', 'perKey']
