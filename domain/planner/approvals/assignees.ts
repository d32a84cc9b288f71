// Who is asked: e-mail addresses, roles, ids; "or" means any of them, "and" all of them.
import { roles } from '../../people/permissions.ts'
import type { Defect } from '../attempt.ts'
import { countAt } from '../text/times.ts'
import type { Token } from '../text/tokens.ts'
import { articles } from '../text/words.ts'
import { phraseAt } from '../values/conditions.ts'

export interface AssigneeWords {
  /** Empty: whoever may decide approvals. */
  readonly assignees: readonly string[]
  readonly quorum: number
  readonly end: number
  readonly defect: Defect | null
}

const anybody = ['somebody', 'someone', 'anybody', 'anyone', 'person', 'human']

export function assigneesAt(tokens: readonly Token[], start: number): AssigneeWords {
  const counted = countAt(tokens, start)
  const isOf = counted !== null && tokens[start + 1]?.lower === 'of'
  const assignees: string[] = []
  const links = new Set<string>()
  let end = start
  for (let next = counted === null ? start : start + (isOf ? 2 : 1); ; ) {
    const at = afterArticles(tokens, next)
    const name = nameOf(tokens[at])
    if (name === null) break
    if (name !== '') assignees.push(name)
    end = next = at + 1
    if (tokens[next]?.text === ',') next += 1
    if (['and', 'or'].includes(tokens[next]?.lower ?? '')) next += 1
    if (next === end || nameOf(tokens[afterArticles(tokens, next)]) === null) break
    links.add(tokens[next - 1]!.lower)
  }
  if (end === start) return unknown(tokens, start)
  if (links.has('and') && links.has('or')) {
    const message = 'all of them, or any of them? Join the names by "and" or by "or"'
    return { assignees, quorum: 1, end, defect: { code: 'UNREAD_WORDS', message } }
  }
  const isMany = assignees.length === 0 || (assignees.length === 1 && isRole(assignees[0]!))
  if (counted !== null && !isOf && !isMany) {
    const message = `${counted} of whom? Say "${counted} of a@example.com, b@example.com and c@example.com", or "${counted} admins"`
    return { assignees, quorum: 1, end, defect: { code: 'UNREAD_WORDS', message } }
  }
  return { assignees, quorum: counted ?? (links.has('and') ? assignees.length : 1), end, defect: null }
}

function afterArticles(tokens: readonly Token[], start: number): number {
  let at = start
  while (articles.has(tokens[at]?.lower ?? '')) at += 1
  return at
}

/** '' for anybody at all. */
function nameOf(token: Token | undefined): string | null {
  if (token === undefined) return null
  if (token.kind === 'email' || token.kind === 'text') return token.text
  if (token.kind !== 'word') return null
  if (anybody.includes(token.lower)) return ''
  const role = roles.find(each => token.lower === each || token.lower === `${each}s`)
  if (role !== undefined) return role
  return /^user_[0-9a-z]{26}$/.test(token.text) ? token.text : null
}

function isRole(name: string): boolean {
  return (roles as readonly string[]).includes(name)
}

/** The words up to "to approve" name nobody that can be asked. */
function unknown(tokens: readonly Token[], start: number): AssigneeWords {
  let end = start
  while (tokens[end] !== undefined && !isAfter(tokens, end)) end += 1
  const words = tokens.slice(start, end).map(token => token.text)
  const message = `it is not known who "${words.join(' ')}" is: say an e-mail address or a role (${roles.join(', ')})`
  return { assignees: [], quorum: 1, end, defect: { code: 'UNKNOWN_ASSIGNEE', message } }
}

function isAfter(tokens: readonly Token[], at: number): boolean {
  const stops = ['to', 'for', 'before', 'approves', 'approve', 'has', 'have', ',', 'then', 'within']
  return stops.includes(tokens[at]!.lower) || phraseAt(tokens, at, 'with the message') !== null
}
