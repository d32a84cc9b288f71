// What somebody is asked to decide, as text: for the clients of agents, terminals and other places that show
// nothing but text. The tool comes first, then its arguments; what the author of a plan says comes last and
// in quotes, so that it cannot look like either.
// 1. A place shows all of it, or says how much is missing, and then offers no approval.
import { hostNotes, shownJson, shownName, shownText } from './shown.ts'

export interface Asked {
  readonly message: string | null
  readonly tool: string | null
  readonly args: unknown
}

export interface AskedText {
  readonly text: string
  /** Characters that found no place; 0: all of it is shown. It does not depend on the effect. */
  readonly missing: number
}

/** Characters that somebody reads in a dialog or a message. */
export const askedLength = 16_000

const effects: Readonly<Record<string, string>> = {
  pure: 'only computes',
  read: 'only reads',
  write: 'changes something outside',
  destructive: 'removes or overwrites something',
}

/**
 * @param effect of the tool; null when it is not known
 * @param most characters behind the name of the tool
 */
export function askedText(asked: Asked, effect: string | null = null, most: number = askedLength): AskedText {
  const does = effects[effect ?? '']
  const tool = asked.tool === null ? [] : [`Tool: ${shownName(asked.tool)}${does ? ` (${does})` : ''}`]
  const whole = detailsOf(asked).join('\n\n')
  const missing = Math.max(0, whole.length - most)
  const shown =
    missing === 0
      ? whole
      : `${whole.slice(0, most).replace(/[\ud800-\udbff]$/, '')}\n… ${missing} more characters`
  return { text: [...tool, ...(shown === '' ? [] : [shown])].join('\n'), missing }
}

function detailsOf({ message, args }: Asked): readonly string[] {
  const given = args === null ? [] : [`Arguments:\n${shownJson(args)}`]
  const notes = hostNotes(args).map(note => `Note: ${note}`)
  const said = message === null || message === '' ? [] : [`Question: ${shownText(message)}`]
  return [...given, ...(notes.length === 0 ? [] : [notes.join('\n')]), ...said]
}
