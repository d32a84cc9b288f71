// What becomes of a call that a language model asks for: it is made, a person is asked, or it is refused. A
// model reads what others have written, so what it asks for is judged as if they had asked. Pure;
// actors/model-calls/ gathers the facts and carries the verdict out.
// 1. Only what was offered is called, and only what the one for whom the model works may call now.
// 2. A model chooses no credential and no address: a person or the plan names them, an admin allows a host,
//    or somebody approves the very call.
// 3. A call that is approved has the arguments that were shown.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'
import { allowsHost } from '../tools/allowed-hosts.ts'
import type { ToolEffect } from '../tools/tool.ts'
import { isNamed, isSaid } from './named-address.ts'

export interface JudgedCall {
  /** Offered name of the tool. */
  readonly name: string
  readonly args: JsonObject
  /** The tool as it is now. */
  readonly tool: { readonly effect: ToolEffect; readonly inputSchema: JsonSchema }
  /** Must somebody approve what writes or destroys? Not where the author of a plan has chosen the tools. */
  readonly asksForEffects: boolean
  /** A person has approved this very call. */
  readonly isApproved: boolean
  /** What was allowed for further calls, as `remembers` of earlier verdicts. */
  readonly granted: ReadonlySet<string>
  /** What the person has said, or the plan. */
  readonly words: readonly string[]
  /** Host patterns that an admin has allowed. */
  readonly hosts: readonly string[]
}

export type Verdict =
  | { readonly type: 'made' }
  | {
      readonly type: 'asks'
      /** Why somebody is asked; null: because of what the tool does. */
      readonly why: string | null
      /** What an approval for further calls allows. */
      readonly remembers: string
    }

const made: Verdict = { type: 'made' }

export function verdictOf(call: JudgedCall): Verdict {
  const { name, tool, isApproved, granted, asksForEffects } = call
  if (isApproved || tool.effect === 'pure') return made
  const address = unnamedAddress(call)
  const credential = unsaidCredential(call)
  const remembers = [
    name,
    ...(address === null ? [] : [address.host]),
    ...(credential === null ? [] : [`with the credential ${credential}`]),
  ].join(' ')
  const isForeign = address !== null || credential !== null
  const isAsked = isForeign || (asksForEffects && isChange(tool.effect))
  if (!isAsked || granted.has(remembers)) return made
  return { type: 'asks', why: reasonOf(address, credential), remembers }
}

function isChange(effect: ToolEffect): boolean {
  return effect === 'write' || effect === 'destructive'
}

function reasonOf(address: URL | null, credential: string | null): string | null {
  const reasons = [
    ...(credential === null ? [] : [`uses the credential ${JSON.stringify(credential)}, which nobody named`]),
    ...(address === null ? [] : [`reaches ${address.host}, an address that nobody named`]),
  ]
  return reasons.length === 0 ? null : reasons.join(' and ')
}

/** Of the built-in tools that take one. */
function unsaidCredential({ args, words }: JudgedCall): string | null {
  const credential = Object.hasOwn(args, 'credential') ? args['credential'] : undefined
  if (typeof credential !== 'string') return null
  return isSaid(credential, words) ? null : credential.slice(0, 100)
}

/** The first address among the arguments that nobody has named or allowed; null when there is none. */
function unnamedAddress({ args, tool, words, hosts }: JudgedCall): URL | null {
  const unnamed = (url: URL) => !allowsHost(hosts, url) && !isNamed(url, words)
  const found = addressesIn(args, tool.inputSchema)
  const first = found[0]
  if (first === undefined) return null
  const bare = found.find(unnamed)
  if (bare !== undefined) return bare
  if (allowsHost(hosts, first)) return null
  const asked = withQuery(first, args)
  if (asked !== null && unnamed(asked)) return first
  return areSaid(args['headers'], words) ? null : first
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

/** Values of headers that say nothing. */
const usual = new Set(['*/*', 'application/json', 'text/html', 'text/plain', 'text/csv', 'application/xml'])

function areSaid(headers: unknown, words: readonly string[]): boolean {
  if (!isObject(headers)) return true
  return Object.values(headers).every(value => usual.has(textOf(value)) || isSaid(textOf(value), words))
}

const isAddressName = /^(ur[il]s?|href|link|endpoint|host(name)?|domain|website|webhook)$|_?ur[il]$|Ur[il]$/
/** Of the network: other schemes name what a tool server has itself. */
const schemed = /^(https?|wss?|ftps?|sftp|ssh|smb|ldaps?|imaps?|smtps?|rtsp|gopher|telnet):\/\//i
const hosted = /^(\/\/)?[^\s/?#@]+\.[^\s/?#@.]{2,}([/?#:]|$)/

/**
 * Addresses among the arguments: texts that are one, and texts under a name or a format that asks for one.
 * Text that only holds an address is content.
 */
function addressesIn(args: JsonObject, schema: JsonSchema): readonly URL[] {
  const found: URL[] = []
  const walk = (value: Json, isAddress: boolean, at: unknown) => {
    if (typeof value === 'string') {
      const url = addressOf(value.trim(), isAddress)
      if (url !== null) found.push(url)
    } else if (Array.isArray(value)) {
      const items = isObject(at) ? at['items'] : null
      for (const item of value) walk(item, isAddress || isAddressFormat(items), items)
    } else if (isObject(value)) {
      const properties = isObject(at) && isObject(at['properties']) ? at['properties'] : {}
      for (const [name, inner] of Object.entries(value as JsonObject)) {
        const property = Object.hasOwn(properties, name) ? properties[name] : null
        walk(inner, isAddressName.test(name) || isAddressFormat(property), property)
      }
    }
  }
  walk(args, false, schema)
  return found
}

function isAddressFormat(schema: unknown): boolean {
  return isObject(schema) && /^(ur[il]|iri|hostname|uri-reference)$/.test(String(schema['format']))
}

function addressOf(text: string, isAddress: boolean): URL | null {
  if (schemed.test(text)) return URL.parse(text)
  if (!isAddress || !hosted.test(text)) return null
  return URL.parse(`https://${text.replace(/^\/\//, '')}`)
}
