// What the released tools of /rpc promised to agents and those of today do not keep: names, arguments, what
// comes back, and that a tool which changed nothing still changes nothing.
import type { Schema } from './normal-schema.ts'
import { type Compare, compareSchemas } from './schemas.ts'

export interface ReleasedTool {
  readonly name: string
  readonly effect: string
  readonly inputSchema: Schema
  readonly outputSchema: Schema | null
}

const weights = ['pure', 'read', 'write', 'destructive']

export function toolBreaks(
  was: readonly ReleasedTool[],
  is: readonly ReleasedTool[],
  today: string,
): readonly string[] {
  return was.flatMap(old => {
    const at = `tool ${old.name}`
    const now = is.find(({ name }) => name === old.name)
    if (now === undefined) return [`${at}: removed`]
    // Each tool is a document of its own: what it refers to stands in its own schema.
    const compare = (kind: 'inputSchema' | 'outputSchema') =>
      compareSchemas({ was: old[kind] ?? {}, is: now[kind] ?? {}, today })
    const isHeavier = weights.indexOf(now.effect) > weights.indexOf(old.effect)
    return [
      ...(isHeavier ? [`${at}: the effect was ${old.effect}, is ${now.effect} now`] : []),
      ...compare('inputSchema')('request', `${at} arguments`, old.inputSchema, now.inputSchema),
      ...answerBreaks(compare('outputSchema'), `${at} answer`, old.outputSchema, now.outputSchema),
    ]
  })
}

function answerBreaks(
  compare: Compare,
  at: string,
  was: Schema | null,
  is: Schema | null,
): readonly string[] {
  if (was === null) return []
  return is === null ? [`${at}: removed`] : compare('answer', at, was, is)
}
