// Waits: for a time, until a moment, for an event. Who says no zone means that of the organization, which is
// said.
import { isoIn } from '../../../../domain/moment.ts'
import type { Statement, When } from '../../grammar/terms.ts'
import { any } from '../../lexicon/types.ts'
import { argument, valueSaid } from '../nouns/resolve.ts'
import { dead, type State } from '../state.ts'
import { celOf } from '../values.ts'

type Waiting = Extract<Statement, { s: 'wait' | 'waituntil' | 'waitfor' | 'waitmoment' | 'waitevent' }>

export function wait(state: State, statement: Waiting): void {
  switch (statement.s) {
    case 'wait':
      return waitBy(state, { for: statement.ms })
    case 'waituntil': {
      const zone = zoneOr(state, statement.zone)
      return waitBy(state, { until: { $: `nextClock(now, "${statement.clock}", "${zone}")` } })
    }
    case 'waitfor': {
      const amount = celOf(state, valueSaid(state, statement.amount))
      return waitBy(state, { until: { $: `now + number(${amount}) * ${statement.unitMs}` } })
    }
    case 'waitmoment':
      return waitBy(state, { until: momentOf(state, statement) })
    case 'waitevent': {
      const { event, ms } = statement
      const timeoutMs = ms === null ? {} : { timeoutMs: ms }
      const cel = state.emit({ id: state.newId(event), kind: 'wait', event, ...timeoutMs } as never)
      const names = [event, event.toLowerCase(), cel.slice('steps.'.length)]
      state.refer([...new Set(names), 'event', 'result'], { cel, type: any }, { isNamed: true })
    }
  }
}

function waitBy(state: State, until: object): void {
  state.emit({ id: state.newId('wait'), kind: 'wait', ...until } as never)
}

function momentOf(state: State, { moment, zone, span }: Extract<Statement, { s: 'waitmoment' }>): unknown {
  if (moment.v === 'hole') {
    if (zone !== null) dead('the value says itself of which zone it is', span)
    return argument(valueSaid(state, moment))
  }
  const text = 'text' in moment ? moment.text : ''
  if (!/^\d{4}-\d\d-\d\d(?:T|$)/.test(text)) return dead('that is no moment', span)
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(text) && text.includes('T')) return text
  return isoIn(text, zoneOr(state, zone)) ?? dead('there is no such moment', span)
}

export function schedule(state: State, { cron, zone }: When): void {
  if (state.schedule !== null) dead('there are two schedules', null, 'BAD_SCHEDULE')
  if (state.trigger !== null) dead('two things start this: say one', null, 'BAD_SCHEDULE')
  state.schedule = { cron, timezone: zoneOr(state, zone) }
}

function zoneOr(state: State, zone: string | null): string {
  if (zone === null)
    state.note(
      `read the time as one of the time zone ${state.writing.timeZone}; add "in Europe/Berlin", for example, for another`,
    )
  return zone ?? state.writing.timeZone
}
