// "The current time", "today's date": what the clock says when the step runs.
import type { NounTerm } from '../../grammar/terms.ts'
import { text } from '../../lexicon/types.ts'
import type { State, Val } from '../state.ts'

const clock = 'time_now'
const times = /^(?:the )?current (?:time|date and time|moment)$/
const dates = /^(?:(?:the )?current (?:date|day)|today's date)$/

/** Null: another noun. A date is that of the time zone that the prompt is read for. */
export function ofTheClock(state: State, { post, span }: NounTerm): (() => Val) | null {
  // "Current" is a word that says nothing elsewhere: the term has lost it.
  const words = state.prompt
    .slice(...span)
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace('’', "'")
  const isDate = post.length === 0 && dates.test(words)
  if (!isDate && !times.test(words)) return null
  if (!state.lexicon.all.some(({ name, server }) => name === clock && server === null)) return null
  return () => {
    const { timeZone } = state.writing
    const now = state.compute(clock, timeZone === 'UTC' ? {} : { timeZone }, 'now')
    const day = { date: { $: now }, format: 'yyyy-MM-dd' }
    const val: Val = { cel: isDate ? state.compute('date_format', day, 'date') : now, type: text }
    state.refer(isDate ? ['date', 'day'] : ['time', 'moment'], val)
    return val
  }
}
