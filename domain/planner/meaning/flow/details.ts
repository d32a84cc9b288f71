// "The subject is "Hi".": what is said of a call after it belongs to it.
import type { Body, Complement, Statement } from '../../grammar/terms.ts'

export function areDetails(body: Body): boolean {
  return body.every(({ s }) => s === 'details')
}

/** The ways in which details go with the calls before them, the nearest first. */
export function withDetails(body: Body): Body[] {
  const at = body.findIndex(({ s }) => s === 'details')
  if (at === -1) return [body]
  const { parts } = body[at] as Extract<Statement, { s: 'details' }>
  const ways: Body[] = []
  for (let before = at - 1; before >= 0; before--) {
    for (const statement of added(body[before]!, parts))
      ways.push([...body.slice(0, before), statement, ...body.slice(before + 1, at), ...body.slice(at + 1)])
  }
  return ways.slice(0, 4).flatMap(withDetails)
}

/** The statement with the parts in one of the calls that it holds. */
function added(statement: Statement, parts: readonly Complement[]): Statement[] {
  switch (statement.s) {
    case 'call':
      return [{ ...statement, parts: [...statement.parts, ...parts] }]
    case 'if':
      // Of two cases it is not said which one is meant.
      if (statement.else !== null) return []
      return within(statement.then, parts).map(then => ({ ...statement, then }))
    case 'each':
    case 'thatcase':
    case 'works':
    case 'else':
      return within(statement.body, parts).map(body => ({ ...statement, body }))
    default:
      return []
  }
}

function within(body: Body, parts: readonly Complement[]): Body[] {
  return body
    .flatMap((statement, at) =>
      added(statement, parts).map(each => [...body.slice(0, at), each, ...body.slice(at + 1)]),
    )
    .toReversed()
}
