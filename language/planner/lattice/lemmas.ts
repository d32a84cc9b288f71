// Lemmas by rule: every base form that a written word may have. Candidates and no facts: what is no word of
// the lexicon matches nothing there.
import { wordTable } from './word-table.ts'

const people = wordTable<string>({
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  data: 'data',
})

const irregular = wordTable<readonly string[]>({
  is: ['be'],
  are: ['be'],
  was: ['be'],
  were: ['be'],
  been: ['be'],
  being: ['be'],
  am: ['be'],
  has: ['have'],
  had: ['have'],
  having: ['have'],
  does: ['do'],
  did: ['do'],
  done: ['do'],
  sent: ['send'],
  got: ['get'],
  gotten: ['get'],
  found: ['find'],
  took: ['take'],
  taken: ['take'],
  gave: ['give'],
  given: ['give'],
  paid: ['pay'],
  made: ['make'],
  wrote: ['write'],
  written: ['write'],
  went: ['go'],
  gone: ['go'],
  held: ['hold'],
  kept: ['keep'],
  left: ['leave'],
  ran: ['run'],
  built: ['build'],
  bought: ['buy'],
  told: ['tell'],
  shown: ['show'],
  chose: ['choose'],
  chosen: ['choose'],
  came: ['come'],
  said: ['say'],
  meant: ['mean'],
  met: ['meet'],
  fell: ['fall'],
  fallen: ['fall'],
  began: ['begin'],
  begun: ['begin'],
  brought: ['bring'],
  drew: ['draw'],
  drawn: ['draw'],
  sold: ['sell'],
  spent: ['spend'],
  lost: ['lose', 'lost'],
  won: ['win', 'won'],
  owed: ['owe'],
  due: ['due'],
  lay: ['lie'],
  lain: ['lie'],
  people: ['person'],
  children: ['child'],
  men: ['man'],
  women: ['woman'],
  data: ['data'],
  addresses: ['address'],
  statuses: ['status'],
  status: ['status'],
  indices: ['index'],
  criteria: ['criterion'],
  movies: ['movie'],
  series: ['series'],
  news: ['news'],
  leaves: ['leave', 'leaf'],
  "'s": ['be', "'s"],
  its: ['its'],
  this: ['this'],
  his: ['his'],
  as: ['as'],
  us: ['us'],
  less: ['less'],
  unless: ['unless'],
  need: ['need'],
  during: ['during'],
  string: ['string'],
  thing: ['thing'],
  something: ['something'],
  nothing: ['nothing'],
  everything: ['everything'],
  morning: ['morning'],
  evening: ['evening'],
  red: ['red'],
  bed: ['bed'],
  id: ['id'],
  ids: ['id'],
  ok: ['ok'],
})

const known = new Map<string, readonly string[]>()

/** @param lower in lower case @returns the word itself first */
export function lemmasOf(lower: string): readonly string[] {
  const found = known.get(lower)
  if (found !== undefined) return found
  const lemmas = [...new Set([lower, ...(irregular[lower] ?? byRule(lower))])]
  if (known.size > 20_000) known.clear()
  known.set(lower, lemmas)
  return lemmas
}

function byRule(word: string): string[] {
  if (word.length < 4 || !/^[a-z-]+$/.test(word)) return []
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)]
  if (/(ch|sh|ss|x|zz|o)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)]
  if (/[^su]s$/.test(word))
    return word.endsWith('es') ? [word.slice(0, -1), word.slice(0, -2)] : [word.slice(0, -1)]
  const [, stem] = /^(.+?)(?:ed|ing)$/.exec(word) ?? []
  if (stem === undefined || stem.length < 2 || !/[aeiouy]/.test(stem)) return []
  const doubled = /([bdgklmnprt])\1$/.test(stem) ? [stem.slice(0, -1)] : []
  const y = stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : []
  return [stem, `${stem}e`, ...doubled, ...y]
}

/** @param lower a noun in lower case @returns its singular, and whether it was a plural */
export function singularOf(lower: string): Singular {
  let found = singulars.get(lower)
  if (found === undefined) {
    if (singulars.size > 20_000) singulars.clear()
    singulars.set(lower, (found = cutPlural(lower)))
  }
  return found
}

interface Singular {
  readonly singular: string
  readonly isPlural: boolean
}
const singulars = new Map<string, Singular>()

function cutPlural(lower: string): Singular {
  const special = people[lower]
  if (special !== undefined) return { singular: special, isPlural: true }
  if (lower.length < 3 || /(ss|us|is|news|series|sms)$/.test(lower) || !lower.endsWith('s')) {
    return { singular: lower, isPlural: false }
  }
  if (lower.endsWith('ies') && lower.length > 4) return { singular: `${lower.slice(0, -3)}y`, isPlural: true }
  if (/(ch|sh|ss|x|zz|us)es$/.test(lower)) return { singular: lower.slice(0, -2), isPlural: true }
  return { singular: lower.slice(0, -1), isPlural: true }
}

export function pluralOf(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`
}
