// What becomes of a call that a language model asks for: it is made, a person is asked, or it is refused. A
// model reads what others have written, so what it asks for is judged as if they had asked. Pure;
// actors/model-calls/ gathers the facts and carries the verdict out.
// 1. Only what was offered is called, and only what the one for whom the model works may call now.
// 2. A model chooses no credential and no address: a person or the plan names them, an admin allows a host,
//    or somebody approves the very call.
// 3. A call that is approved has the arguments that were shown.
// 4. What is asked for work that goes on by itself is approved each time: a grant for it would grant
//    everything.
import { isObject, type JsonObject, type JsonSchema } from '../json.ts'
import { allowsHost } from '../tools/allowed-hosts.ts'
import type { ToolEffect } from '../tools/tool.ts'
import { addressesIn } from './addresses.ts'
import { isNamed, isSaid, isSaidInAnyCase, type Words } from './named-address.ts'

export interface JudgedTool {
  readonly effect: ToolEffect
  readonly inputSchema: JsonSchema
  /** No approval of it holds for further calls. */
  readonly asksEachTime?: true
}

export interface JudgedCall {
  /** Offered name of the tool. */
  readonly name: string
  readonly args: JsonObject
  /** The tool as it is now. */
  readonly tool: JudgedTool
  /** Must somebody approve what writes or destroys? Not where the author of a plan has chosen the tools. */
  readonly asksForEffects: boolean
  /** A person has approved this very call. */
  readonly isApproved: boolean
  /** What was allowed for further calls, as `remembers` of earlier verdicts. */
  readonly granted: ReadonlySet<string>
  readonly words: Words
  /** Host patterns that an admin has allowed. */
  readonly hosts: readonly string[]
}

export type Verdict =
  | { readonly type: 'made' }
  | {
      readonly type: 'asks'
      /** Why somebody is asked; null: because of what the tool does. */
      readonly why: string | null
      /** What an approval for further calls allows; null: there is none. */
      readonly remembers: string | null
    }

const made: Verdict = { type: 'made' }

export function verdictOf(call: JudgedCall): Verdict {
  const { name, tool, isApproved, granted, asksForEffects } = call
  if (isApproved || tool.effect === 'pure') return made
  const credential = unsaidCredential(call)
  const hosts = unnamedHosts(call)
  const isForeign = hosts.length > 0 || credential !== null
  if (!isForeign && !(asksForEffects && isChange(tool.effect))) return made
  const isGranted = (host: string | null) =>
    tool.asksEachTime !== true && granted.has(grantFor(name, host, credential))
  const asked = (hosts.length > 0 ? hosts : [null]).filter(host => !isGranted(host))
  if (asked.length === 0) return made
  const remembers = tool.asksEachTime === true ? null : grantFor(name, asked[0]!, credential)
  return { type: 'asks', why: reasonOf(hosts.length > 0 ? (asked as string[]) : [], credential), remembers }
}

function isChange(effect: ToolEffect): boolean {
  return effect === 'write' || effect === 'destructive'
}

/** An approval for further calls is for one host. */
function grantFor(name: string, host: string | null, credential: string | null): string {
  const at = host === null ? '' : ` ${host}`
  return `${name}${at}${credential === null ? '' : ` with the credential ${credential}`}`
}

function reasonOf([host, ...more]: readonly string[], credential: string | null): string | null {
  const others = more.length === 0 ? '' : ` and ${more.length} more`
  const address = more.length === 0 ? 'an address' : 'addresses'
  const reasons = [
    ...(credential === null ? [] : [`uses the credential ${JSON.stringify(credential)}, which nobody named`]),
    ...(host === undefined ? [] : [`reaches ${host}${others}, ${address} that nobody named`]),
  ]
  return reasons.length === 0 ? null : reasons.join(' and ')
}

/** Of the built-in tools that take one. */
function unsaidCredential({ args, words }: JudgedCall): string | null {
  const credential = Object.hasOwn(args, 'credential') ? args['credential'] : undefined
  if (typeof credential !== 'string') return null
  return isSaid(credential, words) ? null : credential.slice(0, 100)
}

/** Hosts among the arguments that nobody has named or allowed, or that would be told what nobody has said. */
function unnamedHosts({ name, args, tool, words, hosts }: JudgedCall): readonly string[] {
  const { headers } = args
  const told = areSaid(Object.hasOwn(args, 'headers') ? headers : undefined, words)
  const unnamed = addressesIn(args, tool.inputSchema).filter(({ url }) => {
    if (url === null) return true
    if (allowsHost(hosts, url)) return false
    // A request holds no fragment; a tool server may show the page in a browser, whose scripts read it.
    if (!name.includes('__')) url.hash = ''
    const asked = withQuery(url, args)
    return !told || !isNamed(url, words) || (asked !== null && !isNamed(asked, words))
  })
  return [...new Set(unnamed.map(({ host }) => host))]
}

/** The address with the parameters that stand beside it. */
function withQuery(url: URL, args: JsonObject): URL | null {
  const query = Object.hasOwn(args, 'query') ? args['query'] : null
  if (!isObject(query)) return null
  const whole = new URL(url)
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) whole.searchParams.append(name, textOf(one))
  return whole
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Headers, and values of headers, that say nothing. */
const usualNames = new Set(['accept', 'content-type', 'cache-control'])
const usual = new Set(['*/*', 'application/json', 'text/html', 'text/plain', 'text/csv', 'application/xml'])

function areSaid(headers: unknown, words: Words): boolean {
  if (!isObject(headers)) return true
  return Object.entries(headers).every(
    ([name, value]) =>
      (usualNames.has(name.toLowerCase()) || isSaidInAnyCase(name, words)) &&
      (usual.has(textOf(value)) || isSaid(textOf(value), words)),
  )
}
