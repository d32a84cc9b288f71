// The words of a search: what counts as one, what is the same in singular and plural, and what weighs little.
// Called by the searches of tools and of the marketplace. English, as the texts of tools are.

/** What is sought: each word once, as an index has it, with what it weighs. */
export interface Sought {
  /** What tools are about, weight 1. */
  readonly things: readonly string[]
  /** What is done to it: half a weight, for most tools do one of a few things. */
  readonly deeds: readonly string[]
}

/** Each word is looked up on its own, and its beginning may be that of very many. */
const mostWords = 12

/** Words that say nothing about a tool are left out, unless there are no others. */
export function soughtIn(text: string): Sought {
  const said = [...new Set(wordsOf(text).map(word => word.toLowerCase()))]
  const telling = said.filter(word => !stopWords.has(word))
  const words = (telling.length > 0 ? telling : said).slice(0, mostWords)
  const isDeed = (word: string) => deedOf.has(stem(word))
  return { things: words.filter(word => !isDeed(word)), deeds: words.filter(isDeed) }
}

export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
}

/** Word stems, as plain as can be: `orders` finds `order`, `fetches` finds `fetch`. */
export function stem(word: string): string {
  const lower = word.toLowerCase()
  const single = irregular.get(lower)
  if (single !== undefined) return single
  if (lower.length > 4 && lower.endsWith('ies')) return `${lower.slice(0, -3)}y`
  if (lower.length > 4 && /(ch|sh|ss|x|z|[^aeiou]us)es$/.test(lower)) return lower.slice(0, -2)
  return lower.length > 3 && /[^s]s$/.test(lower) && !/(us|is)$/.test(lower) ? lower.slice(0, -1) : lower
}

/** The stem, where words for one deed are one word: somebody who would find something gets a list of them. */
export function meaning(word: string): string {
  const stemmed = stem(word)
  return deedOf.get(stemmed) ?? stemmed
}

const irregular: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['indices', 'index'],
  ['analyses', 'analysis'],
])

const stopWords: ReadonlySet<string> = new Set(
  'a an the of to in on at for from with by into about as and or is are be it its this that these those any some all my our your me us i we you can could would should will want need please how do does'.split(
    ' ',
  ),
)

const deeds = [
  'get find search list show read fetch retrieve query look lookup',
  'create add make insert',
  'update change edit modify',
  'delete remove',
  'send',
]

const deedOf: ReadonlyMap<string, string> = new Map(
  deeds.flatMap(line => {
    const words = line.split(' ')
    return words.map(word => [word, words[0]!] as const)
  }),
)
