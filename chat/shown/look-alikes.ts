// Letters that look like others: in the names of fields and tools, and in the hosts of addresses, where one
// letter makes another thing. Words of a text stay as they are. Pure.
// 1. In a name with Latin letters, a letter of a script that is not used beside them is escaped.

const latin = /\p{Script=Latin}/u
/** Scripts that are written with Latin letters in one word: Chinese, Japanese, Korean. */
const foreign = /^(?![\p{Script=Latin}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}])\p{L}/u
/** Latin by name, and another letter by its looks: dotless, phonetic, small capitals. */
const odd = /^[\u0131\u0237\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff\uab30-\uab6f]/u

/** A name in parts: every second one, from the second on, looks like something else. */
export function lookAlikes(name: string): readonly string[] {
  if (isAscii(name)) return [name]
  const isLatin = latin.test(name)
  const parts = ['']
  let before = ''
  for (const letter of name) {
    const isLike =
      isInDisguise(letter) ||
      odd.test(letter) ||
      (isLatin && foreign.test(letter)) ||
      composes(before, letter)
    before = letter
    if (isLike !== (parts.length % 2 === 0)) parts.push('')
    parts[parts.length - 1] += letter
  }
  return parts
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text)
}

/** Full width, mathematical, a ligature: an ASCII letter to those who fold them. */
function isInDisguise(letter: string): boolean {
  return /^[^\x00-\x7f]/.test(letter) && /^[a-z0-9]+$/i.test(letter.normalize('NFKC'))
}

/** A mark that makes the same letter as one that exists: two names would look alike. */
function composes(before: string, mark: string): boolean {
  return /^\p{M}/u.test(mark) && latin.test(before) && (before + mark).normalize('NFC') !== before + mark
}

export interface FoundHost {
  /** As it stands in the text. */
  readonly text: string
  readonly start: number
  /** As machines write it, null when it is no host. */
  readonly ascii: string | null
  /** It is not what it seems: letters are mixed, or a user name stands before it. */
  readonly isOdd: boolean
}

const tokens = /[^\s"'<>(){}[\],;|`]+/gu

/** Hosts that somebody could take for others: with letters beyond ASCII, or behind a user name. */
export function hostsIn(text: string): readonly FoundHost[] {
  if (isAscii(text) && !(text.includes('@') && text.includes('//'))) return []
  const found: FoundHost[] = []
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const host = hostIn(token)
    if (host !== null) found.push({ ...host, start: index + host.start })
  }
  return found
}

function hostIn(token: string): FoundHost | null {
  const scheme = token.search(/:[\\/]{2}/)
  if (scheme >= 0) return hostOfUrl(token, scheme + 3)
  const at = token.lastIndexOf('@')
  if (at >= 0) return judged(token.slice(at + 1).split(/[/?#:]/)[0]!, at + 1, false)
  return token.includes('.') ? bareHost(token) : null
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

function judged(text: string, start: number, isBehindName: boolean): FoundHost | null {
  if (!isBehindName && isAscii(text)) return null
  const isOdd = isBehindName || isMixedUp(text) || /[^\x00-\x7f\p{L}\p{N}\p{M}]/u.test(text)
  const url = `http://${text}/`
  return { text, start, isOdd, ascii: URL.canParse(url) ? new URL(url).hostname : null }
}
