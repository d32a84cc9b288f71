// Which addresses somebody has named: the person who speaks with a model, or the author of the plan in which
// it is asked. A model that has read a page may be told by it to send what it knows to another one, and the
// address alone carries that: a request to an address that nobody has named counts as sending
// (model-call.ts).
// 1. An address is named by its whole text. A few further query parameters are named by words that hold their
//    names and values.
// 2. `${...}` in the text of a plan stands for one part of a path or one value, and never for a host. What a
//    person has said may hold the text of a stranger: there it stands for itself.
// 3. Some languages write no spaces: an address ends, and a word is whole, where their characters begin.

export interface Words {
  /** What the person has said or given, each text whole. */
  readonly said: readonly string[]
  /** Texts of the plan. */
  readonly plan: readonly string[]
}

/** A hole of a template, in an address that a plan names. */
const hole = /\$\{[^}]*\}|\{\{[^}]*\}\}/g
const written = /https?:\/\/(?:\$\{[^}]*\}|\{\{[^}]*\}\}|[^\s"'<>`\\])+/gi
/** `example.com/orders`, as people write it. */
const bare = /(?<![\w@.:/-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,5})?(?:\/[^\s"'<>`\\]*)?/gi
const closing = /[).,;:!?\]}»”’“‘›…\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f]+$/
/** Characters of languages without spaces, and their punctuation. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\u3000-\u303f\uff00-\uffef]/u
/** Characters of an address; longer ones are not named by being written somewhere. */
const longest = 2_048
/** Query parameters of an address, and those that its named text does not have. */
const mostParameters = 50
const mostFurther = 8
/** What stands in for a hole while an address is parsed: no address has it. */
const mark = 'troupe-any-value'

export function isNamed(address: URL, words: Words): boolean {
  if (address.username !== '' || address.password !== '') return false
  const isIn = (text: string, hasHoles: boolean) =>
    namedIn(text, hasHoles).some(named => covers(named, address, words))
  return words.said.some(text => isIn(text, false)) || words.plan.some(text => isIn(text, true))
}

/** Does the text stand in what was said, not as a part of a longer word? */
export function isSaid(text: string, { said, plan }: Words): boolean {
  return text !== '' && [...said, ...plan].some(one => standsIn(one, text))
}

export function isSaidInAnyCase(text: string, { said, plan }: Words): boolean {
  const lower = text.toLowerCase()
  return lower !== '' && [...said, ...plan].some(one => standsIn(one.toLowerCase(), lower))
}

function standsIn(said: string, text: string): boolean {
  for (let at = said.indexOf(text); at !== -1; at = said.indexOf(text, at + 1)) {
    const end = at + text.length
    if (!areOneWord(said[at - 1], text[0]!) && !areOneWord(text.at(-1)!, said[end])) return true
  }
  return false
}

function areOneWord(before: string | undefined, after: string | undefined): boolean {
  return isWord(before) && isWord(after) && !unspaced.test(before!) && !unspaced.test(after!)
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character)
}

function namedIn(text: string, hasHoles: boolean): readonly URL[] {
  const whole = [...text.matchAll(written)].map(([found]) => found)
  const names = [...text.matchAll(bare)].flatMap(([found]) => [`https://${found}`, `http://${found}`])
  return [...whole, ...names]
    .filter(found => found.length <= longest)
    .map(found => (hasHoles ? found.replace(hole, mark) : found))
    .flatMap(found => [found, ...shortened(found)])
    .map(found => URL.parse(found))
    .filter(url => url !== null && !url.host.includes(mark)) as readonly URL[]
}

/** Without what ends the sentence, and without the rest of one in a language that writes no spaces. */
function shortened(found: string): readonly string[] {
  const [spaced = ''] = found.split(unspaced, 1)
  return [found, spaced].map(one => one.replace(closing, '')).filter(one => /^https?:\/\/[^/?#]*\w/.test(one))
}

function covers(named: URL, address: URL, words: Words): boolean {
  if (!isSameOrigin(named, address) || !fits(ofPath(named), ofPath(address))) return false
  if (address.hash !== '' && address.hash !== named.hash && !isSaid(decoded(address.hash.slice(1)), words))
    return false
  const { searchParams } = address
  if (searchParams.size > mostParameters) return false
  const left = [...named.searchParams]
  const further = [...searchParams].filter(([name, value]) => {
    const at = left.findIndex(([one, pattern]) => one === name && fits(pattern, value))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
  if (further.length > mostFurther) return false
  return further.every(([name, value]) => isSaid(name, words) && isSaid(value, words))
}

/** Also where the named one would be read in the clear. */
function isSameOrigin(named: URL, address: URL): boolean {
  if (named.origin === address.origin) return true
  return (
    `${named.protocol}${address.protocol}` === 'http:https:' &&
    named.host === address.host &&
    named.port === ''
  )
}

function ofPath({ pathname }: URL): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Part for part; a mark stands for anything but the end of its part. */
function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('/')
  const given = text.split('/')
  return parts.length === given.length && parts.every((part, index) => fitsPart(part, given[index]!))
}

function fitsPart(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split(mark)
  if (rest.length === 0) return pattern === text
  if (!text.startsWith(first)) return false
  const last = rest.pop()!
  let from = first.length
  for (const piece of rest) {
    const at = text.indexOf(piece, from)
    if (at === -1) return false
    from = at + piece.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}
