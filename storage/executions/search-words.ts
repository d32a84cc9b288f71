// What counts as a word in the search table, for the chore that fills it and the search that reads it.
// 1. A word is letters and digits between punctuation, in any case, cut to 64 characters.
// 2. Facts are words too, with a first character that no other word has: `=org_...:status:failed`. A fact
//    names its organization, and status also exists per workflow: so a search reads one short list of the
//    index instead of intersecting several lists that each hold a good part of all executions.
// 3. Letters are composed (NFC): an "ü" that is written as u and a mark, as some systems do, is the same.
// 4. PostgreSQL's plainest functions split the words. Its text parser would take e-mail addresses and paths
//    for one word, and depends on extensions and configuration.

import { kindOf } from '../../domain/ids.ts'
import type { ExecutionFilter } from '../../domain/work/execution-filter.ts'

export const longestWord = 64

/**
 * Separators of words, a pattern that JavaScript and PostgreSQL read alike: punctuation and control
 * characters of ASCII and Latin-1, and the usual ones beyond. Ranges are of code points in both.
 */
export const separators = '[\u0001-/:-@[-`{-¿‐-‧‹›、。「」！（），：；？　]+'

const separatorPattern = new RegExp(separators, 'u')

/**
 * The filter as a tsquery, without case; fields that are absent add nothing.
 * @returns null when no word is asked for; '' when nothing can fit
 */
export function wordsQuery(organizationId: string, filter: ExecutionFilter): string | null {
  const { q, status, workflowId, trigger, tool } = filter
  // Not the id of a workflow, so nothing can fit; and it might form a fact of another kind.
  if (workflowId !== undefined && kindOf(workflowId) !== 'workflow') return ''
  const scope = workflowId ?? organizationId
  const facts = [
    ...(status === undefined ? [] : [`(${status.map(one => quote(`=${scope}:status:${one}`)).join(' | ')})`]),
    ...(status !== undefined || workflowId === undefined ? [] : [quote(`=${workflowId}`)]),
    ...(trigger === undefined ? [] : [quote(`=${organizationId}:trigger:${trigger}`)]),
    ...(tool === undefined ? [] : [quote(`=${organizationId}:tool:${tool}`)]),
  ]
  const words = q
    ?.normalize('NFC')
    .split(separatorPattern)
    .filter(word => word !== '')
    .map(cut)
  if (words === undefined) return facts.length === 0 ? null : facts.join(' & ')
  if (words.length === 0) return ''
  const last = words.pop()!
  const texts = [...words.map(quote), quote(last) + beginning(last)]
  return [...(facts.length === 0 ? [quote(`=${organizationId}`)] : facts), ...texts].join(' & ')
}

/**
 * The last word may be incomplete, so it matches as a prefix, from three letters on: shorter prefixes match
 * too many words. Of scripts without blanks two are enough: most of their words have two, and follow each
 * other without a separator.
 */
function beginning(word: string): string {
  return word.length >= 3 || (word.length === 2 && /[\u2e80-\u9fff\uac00-\ud7af]/.test(word)) ? ':*' : ''
}

function cut(word: string): string {
  return Array.from(word).slice(0, longestWord).join('')
}

/** A lexeme of a tsquery, quoted so that any text is safe. */
function quote(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
