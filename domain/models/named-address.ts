// Which addresses somebody has named: the person who speaks with a model, or the author of the plan in which
// it is asked. A model that has read a page may be told by it to send what it knows to another one, and the
// address alone carries that: a request to an address that nobody has named counts as sending
// (model-call.ts).
// 1. An address is named by its whole text. Further query parameters are named by words that hold their names
//    and values.
// 2. `${...}` in the text of a plan stands for one part of a path or one value, and never for a host.

/** A hole of a template, in an address that a plan names. */
const hole = /\$\{[^}]*\}|\{\{[^}]*\}\}/g
const written = /https?:\/\/(?:\$\{[^}]*\}|\{\{[^}]*\}\}|[^\s"'<>`\\])+/gi
/** `example.com/orders`, as people write it. */
const bare = /(?<![\w@.:/-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,5})?(?:\/[^\s"'<>`\\]*)?/gi
const closing = /[).,;:!?\]}»”’]+$/
/** Characters of an address; longer ones are not named by being written somewhere. */
const longest = 2_048
/** Query parameters of an address. */
const mostParameters = 50
/** What stands in for a hole while an address is parsed: no address has it. */
const mark = 'troupe-any-value'

/** @param words what was said or written, each text whole */
export function isNamed(address: URL, words: readonly string[]): boolean {
  if (address.username !== '' || address.password !== '') return false
  return words.some(text => namedIn(text).some(named => covers(named, address, words)))
}

/** Does the text stand in what was said, not as a part of a longer word? */
export function isSaid(text: string, words: readonly string[]): boolean {
  return text !== '' && words.some(said => standsIn(said, text))
}

function standsIn(said: string, text: string): boolean {
  for (let at = said.indexOf(text); at !== -1; at = said.indexOf(text, at + 1)) {
    if (!isWord(said[at - 1]) && !isWord(said[at + text.length])) return true
  }
  return false
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character)
}

function namedIn(text: string): readonly URL[] {
  const whole = [...text.matchAll(written)].map(([found]) => found)
  const names = [...text.matchAll(bare)].flatMap(([found]) => [`https://${found}`, `http://${found}`])
  return [...whole, ...names]
    .filter(found => found.length <= longest)
    .map(found => found.replace(hole, mark))
    .flatMap(found => [found, found.replace(closing, '')])
    .map(found => URL.parse(found))
    .filter(url => url !== null && !url.host.includes(mark)) as readonly URL[]
}

function covers(named: URL, address: URL, words: readonly string[]): boolean {
  if (named.origin !== address.origin || !fits(named.pathname, address.pathname)) return false
  const { searchParams } = address
  if (searchParams.size > mostParameters) return false
  return [...searchParams].every(
    ([name, value]) =>
      named.searchParams.getAll(name).some(one => fits(one, value)) ||
      (isSaid(name, words) && isSaid(value, words)),
  )
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
