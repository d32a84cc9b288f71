// Hosts in a text that lead elsewhere than they seem to: with letters beyond ASCII, behind a user name, or in
// a notation that machines read in another way. Pure.
// 1. What a browser takes for the host of an address is found; where clients disagree, it is no valid host.
import { isAscii, lookAlikes } from './look-alikes.ts'

export interface FoundHost {
  /** As it stands in the text. */
  readonly text: string
  readonly start: number
  /** As machines write it, null when it is no host. */
  readonly ascii: string | null
  /** It is not what it seems: letters are mixed, or a user name stands before it. */
  readonly isOdd: boolean
}

/** Addresses of the web up to their path, whatever slashes they have; and words. */
const tokens = /\b(?:https?|wss?|ftp):[\\/]*[^\s"<>/?#]*|[^\s"'<>(){}[\],;|`]+/giu
const ofWeb = /^(?:https?|wss?|ftp):/i
/** Ends an address in a sentence; in a user name it may stand. */
const afterAddress = /[\\'(){}[\],;|`]/

export function hostsIn(text: string): readonly FoundHost[] {
  if (isAscii(text) && !text.includes(':') && !text.includes('//')) return []
  const found: FoundHost[] = []
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const host = hostIn(token)
    if (host !== null) found.push({ ...host, start: index + host.start })
  }
  return found
}

function hostIn(token: string): FoundHost | null {
  const ofScheme = ofWeb.exec(token)
  if (ofScheme !== null) return hostOfWeb(token, ofScheme[0].length)
  const scheme = token.search(/(?:^|:)[\\/]{2}/)
  if (scheme >= 0) return hostOfUrl(token, token.indexOf(':', scheme) === scheme ? scheme + 3 : 2)
  if (/^[/?#\\]/.test(token)) return null
  const at = token.lastIndexOf('@')
  if (at >= 0) return judged(token.slice(at + 1).split(/[/?#:]/)[0]!, at + 1, false)
  return token.includes('.') ? bareHost(token) : null
}

function hostOfWeb(token: string, afterScheme: number): FoundHost | null {
  const start = afterScheme + /^[\\/]*/.exec(token.slice(afterScheme))![0].length
  const authority = token.slice(start)
  const at = authority.lastIndexOf('@')
  const slash = authority.indexOf('\\')
  // To a browser the backslash begins the path, to others it belongs to the user name.
  if (slash >= 0 && slash < at) return { text: authority, start, ascii: null, isOdd: true }
  const rest = authority.slice(at + 1)
  const host = rest.startsWith('[') ? `${rest.split(']')[0]}]` : rest.split(afterAddress)[0]!
  return judged(host.replace(/:\d*$/, ''), start + at + 1, at >= 0, true)
}

function hostOfUrl(token: string, start: number): FoundHost | null {
  const authority = token.slice(start).split(/[/?#\\]/)[0]!
  const at = authority.lastIndexOf('@')
  const host = authority.slice(at + 1).replace(/:\d*$/, '')
  return judged(host, start + at + 1, at >= 0)
}

/** Without a scheme it may be a file or two sentences: only a label that mixes letters counts. */
function bareHost(token: string): FoundHost | null {
  const host = token.split(/[/?#:\\]/)[0]!
  const isMixed = host.split('.').some(isMixedUp)
  return isMixed ? judged(host, 0, false) : null
}

function isMixedUp(name: string): boolean {
  return lookAlikes(name).length > 1
}

function judged(text: string, start: number, isBehindName: boolean, isOfWeb = false): FoundHost | null {
  const url = `http://${text}/`
  const ascii = text !== '' && URL.canParse(url) ? new URL(url).hostname : null
  if (!isBehindName && isAscii(text) && !(isOfWeb && isRewritten(text, ascii))) return null
  const isOdd = isBehindName || isMixedUp(text) || /[^\x00-\x7f\p{L}\p{N}\p{M}]/u.test(text)
  return { text, start, isOdd, ascii }
}

/** Percent signs, numbers for an address of four: it is read as something else. */
function isRewritten(text: string, ascii: string | null): boolean {
  return ascii === null ? text.includes('%') : text.toLowerCase() !== ascii
}
