// Which draft of JSON Schema a schema is written in. Where drafts do not contradict each other, the keywords
// of all of them are understood.
import type { JsonSchema } from '../../json.ts'

/** Draft 6 is checked as 7, which only adds to it. */
export type Draft = '4' | '7' | '2019-09' | '2020-12'

export function draftOf({ $schema }: JsonSchema): Draft {
  if (typeof $schema !== 'string') return '2020-12'
  if (/draft-0?4/.test($schema)) return '4'
  if (/draft-0?[67]/.test($schema)) return '7'
  return $schema.includes('2019-09') ? '2019-09' : '2020-12'
}

/** Nothing counts beside a $ref. */
export function isOld(draft: Draft): boolean {
  return draft === '4' || draft === '7'
}
