// The addresses among the arguments of a call. Whoever reads them later may be lenient: what a browser, a
// shell or a library would take for an address is one here, and what none of ours can read is one that nobody
// has named. model-call.ts calls it.
// 1. Addresses are texts that begin as one, and texts under a name or a format that asks for one.
// 2. Text that only holds an address is content.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json.ts'

export interface Address {
  /** Null: it cannot be read. */
  readonly url: URL | null
  /** For people, and for what is granted. */
  readonly host: string
}

/** Last words of names, in the singular. */
const addressNames = new Set(
  'url uri iri href link endpoint host hostname domain website webhook site server proxy callback'.split(' '),
)
/** What some readers take off before they read. */
const prefixed = /^(?:view-source:|feed:|url:|jar:|blob:|(?:git|svn|hg)\+|[\s<"'(])+/i
/** As the parser of addresses takes them off, wherever they stand. */
const skipped = /^[\0- ]+|[\t\n\r]+/g
/** Browsers read these with any slashes, or none. */
const special = /^(https?|wss?|ftp):/i
/** Of the network: other schemes name what a tool server has itself. */
const schemed =
  /^(ftps|sftp|ssh|git|smb|ldaps?|imaps?|pop3s?|smtps?|rtsp|rtmps?|gopher|telnet|tftp|nfs|dict|amqps?|mqtts?|rediss?|postgres(ql)?|mysql|mongodb(\+srv)?|s3|webcal):\/\//i
const named = /^[^\s/?#]+\.[^\s/?#@.]{2,}\.?([/?#:]|$)/
const numbered = /^([^\s/?#@]*@)?(\d{1,3}(\.\d{1,3}){3}|0x[\da-f]{6,}|\d{8,10}|\[[\da-f:.%]+\])([/?#:]|$)/i
const bareV6 = /^[\da-f]{0,4}(:[\da-f]{0,4}){2,7}$/i
const otherScheme = /^[a-z][a-z\d+.-]*:(?!\d{1,5}([/?#]|$))/i

export function addressesIn(args: JsonObject, schema: JsonSchema): readonly Address[] {
  const found: Address[] = []
  const open: { readonly value: Json; readonly isAddress: boolean; readonly at: unknown }[] = []
  open.push({ value: args, isAddress: false, at: schema })
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, isAddress, at } = next
    if (typeof value === 'string' || typeof value === 'number')
      found.push(...addressOf(`${value}`, isAddress))
    else if (Array.isArray(value)) {
      const items = isObject(at) ? at['items'] : null
      for (const item of value)
        open.push({ value: item, isAddress: isAddress || isAddressFormat(items), at: items })
    } else if (isObject(value)) {
      const properties = isObject(at) && isObject(at['properties']) ? at['properties'] : {}
      for (const [name, inner] of Object.entries(value as JsonObject)) {
        const property = Object.hasOwn(properties, name) ? properties[name] : null
        found.push(...addressOf(name, false))
        open.push({ value: inner, isAddress: isAddressName(name) || isAddressFormat(property), at: property })
      }
    }
  }
  return found
}

function isAddressName(name: string): boolean {
  const words = name
    .slice(-100)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z\d]+/g)
  const last = words?.at(-1)?.replace(/s$/, '') ?? ''
  return addressNames.has(last) || /ur[il]$/.test(last)
}

function isAddressFormat(schema: unknown): boolean {
  return isObject(schema) && /^(ur[il]|iri|hostname|uri-reference)$/.test(String(schema['format']))
}

/** None or one. */
function addressOf(text: string, isAddress: boolean): readonly Address[] {
  const read = text.replace(skipped, '').replace(prefixed, '').trimEnd()
  if (special.test(read) || schemed.test(read)) {
    const url = URL.parse(read)
    // "https://example.com is down" is a sentence.
    return url === null && !isAddress && read.includes(' ') ? [] : [addressFrom(url, read)]
  }
  const bare = read.replace(/^[/\\]+/, '').replace(/%2e|[\u3002\uff0e\uff61]/gi, '.')
  if (!isAddress || (bare === read && otherScheme.test(bare) && !bareV6.test(bare))) return []
  if (bareV6.test(bare)) return [addressFrom(URL.parse(`https://[${bare}]`), bare)]
  const host = bare.replaceAll('\\', '/')
  return named.test(host) || numbered.test(host) ? [addressFrom(URL.parse(`https://${host}`), host)] : []
}

function addressFrom(url: URL | null, text: string): Address {
  return { url, host: url?.host || text.slice(0, 100) }
}
