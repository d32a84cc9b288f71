// What is a word in the search table, for who fills it and for who asks: letters and digits between punctuation, without
// regard to case, cut to 64 characters. Facts are words too, that begin as no other word does: `=org_...:status:failed`.
// A fact names whose it is, and status goes with the workflow as well: one short list of the index in place of the meeting
// of several that hold a good part of all executions.
// Words are made by PostgreSQL's plainest functions rather than its text parser, which would take e-mail addresses and
// paths for one word, and which extensions and configurations change.
import type { ExecutionFilter } from '../domain/execution-filter.ts'
import { kindOf } from '../domain/ids.ts'

export const longestWord = 64

/**
 * What stands between words, as a pattern of JavaScript and of PostgreSQL alike: ASCII's punctuation and control
 * characters, Latin-1's, and the usual ones beyond. Ranges are of code points in both.
 */
export const separators = '[\u0001-/:-@[-`{-¿‐-‧‹›、。「」！（），：；？　]+'

const separatorPattern = new RegExp(separators, 'u')

/**
 * The filter as a tsquery, in any case; what it says nothing about is left out.
 * @returns null when it asks for no words; '' when it asks for what cannot be: nothing is found
 */
export function wordsQuery(organizationId: string, filter: ExecutionFilter): string | null {
  const { q, status, workflowId, trigger, tool } = filter
  // Nobody's, or a fact of another kind.
  if (workflowId !== undefined && kindOf(workflowId) !== 'workflow') return ''
  const scope = workflowId ?? organizationId
  const facts = [
    ...(status === undefined
      ? []
      : [`(${status.map(one => quoted(`=${scope}:status:${one}`)).join(' | ')})`]),
    ...(status !== undefined || workflowId === undefined ? [] : [quoted(`=${workflowId}`)]),
    ...(trigger === undefined ? [] : [quoted(`=${organizationId}:trigger:${trigger}`)]),
    ...(tool === undefined ? [] : [quoted(`=${organizationId}:tool:${tool}`)]),
  ]
  const words = q
    ?.split(separatorPattern)
    .filter(word => word !== '')
    .map(cut)
  if (words === undefined) return facts.length === 0 ? null : facts.join(' & ')
  if (words.length === 0) return ''
  const last = words.pop()!
  const texts = [...words.map(quoted), quoted(last) + beginning(last)]
  return [...(facts.length === 0 ? [quoted(`=${organizationId}`)] : facts), ...texts].join(' & ')
}

/** The last word may still be being typed; one or two letters begin too many words to look at all of them. */
function beginning(word: string): string {
  return word.length >= 3 ? ':*' : ''
}

function cut(word: string): string {
  return Array.from(word).slice(0, longestWord).join('')
}

/** A lexeme of a tsquery, whatever is in it. */
function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
