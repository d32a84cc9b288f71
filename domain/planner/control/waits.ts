// "wait 2 hours", "wait until 17:00", "wait for the event paid for up to 3 days".

import { isoIn } from '../../moment.ts'
import type { Step, WaitBlock } from '../../plan/plan.ts'
import { type Attempt, diagnostic, failed, single, stepOf, withDiagnostics } from '../attempt.ts'
import { type Environment, freshId } from '../environment.ts'
import { isRead, withUnread, withValues } from '../reading.ts'
import { clockAt, durationAt, unitMsOf, zoneAt } from '../text/times.ts'
import type { Token } from '../text/tokens.ts'
import { phraseAt } from '../values/conditions.ts'
import { type Value, valueAt } from '../values/values.ts'

interface Wait {
  readonly block: Omit<WaitBlock, 'kind'>
  readonly end: number
  readonly timeoutMs?: number
  readonly assumptions?: readonly string[]
  readonly values?: readonly Value[]
}

export function readWait(rest: readonly Token[], tokens: readonly Token[], env: Environment): Attempt {
  const wait = eventAt(rest) ?? untilAt(rest, env) ?? forAt(rest, env)
  if (wait === null) {
    const message =
      'what to wait for is not understood: say "2 hours", "until 17:00", "until {{inputs.at}}" or "for the event paid"'
    return failed(tokens, env, { code: 'UNREAD_WORDS', message })
  }
  const { block, timeoutMs, assumptions = [], values = [] } = wait
  const id = freshId(block.event ?? 'wait', env)
  const common = { ...stepOf(id, tokens, env), ...(timeoutMs === undefined ? {} : { timeoutMs }) }
  const step: Step = { ...common, kind: 'wait', ...block }
  const names = block.event === undefined ? [] : ['', block.event.toLowerCase()]
  const read = single(step, env, { result: { names } })
  // Time that has passed is nothing that "it" could be; the body of an event is.
  const after = block.event === undefined ? { ...read.env, antecedent: env.antecedent } : read.env
  const said = assumptions.map(message =>
    diagnostic(tokens, { code: 'ASSUMED', message, severity: 'info', path: id }),
  )
  const attempt = withValues(withDiagnostics({ ...read, env: after }, said), values, tokens)
  return withUnread(attempt, rest.slice(wait.end).filter(isRead))
}

/** "(up to 3 days) for the event paid (for up to 3 days)" */
function eventAt(tokens: readonly Token[]): Wait | null {
  const before = limitAt(tokens, 0)
  const from =
    phraseAt(tokens, before?.end ?? 0, 'for the event') ?? phraseAt(tokens, before?.end ?? 0, 'for event')
  const name = from === null ? undefined : tokens[from]
  if (
    name === undefined ||
    !['word', 'text', 'code'].includes(name.kind) ||
    !/^[\w.-]{1,100}$/.test(name.text)
  )
    return null
  const limit = before ?? limitAt(tokens, from! + 1)
  const end = Math.max(from! + 1, limit?.end ?? 0)
  return { block: { event: name.text }, end, ...(limit === null ? {} : { timeoutMs: limit.ms }) }
}

function limitAt(tokens: readonly Token[], at: number) {
  const start = tokens[at]?.text === ',' ? at + 1 : at
  const forms = ['for up to', 'for at most', 'up to', 'at most', 'within']
  const from = forms.map(words => phraseAt(tokens, start, words)).find(after => after !== null)
  return from === undefined ? null : durationAt(tokens, from)
}

function untilAt(tokens: readonly Token[], env: Environment): Wait | null {
  const from = phraseAt(tokens, 0, 'until')
  if (from === null) return null
  const at = tokens[from]?.lower === 'at' ? from + 1 : from
  const clock = clockAt(tokens, at)
  if (clock !== null) {
    const zone = zoneAt(tokens, clock.end)
    const { zone: name, assumptions } = zoneOr(zone?.zone, env)
    const until = { $: `nextClock(now, ${JSON.stringify(clock.clock)}, ${JSON.stringify(name)})` }
    const said = clock.assumption === undefined ? assumptions : [clock.assumption, ...assumptions]
    return { block: { until }, end: zone?.end ?? clock.end, assumptions: said }
  }
  const date = tokens[at]
  if (date?.kind === 'date') return dateAt(tokens, at, env)
  const value = valueAt(tokens, at, env)
  if (value === null || typeof value.argument !== 'object') return null
  return { block: { until: value.argument }, end: value.end, values: [value] }
}

/** An ISO time; without an offset it is one of the zone that is said, or of the default. */
function dateAt(tokens: readonly Token[], at: number, env: Environment): Wait | null {
  const { text } = tokens[at]!
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && text.includes('T')) return { block: { until: text }, end: at + 1 }
  const zone = zoneAt(tokens, at + 1)
  const { zone: name, assumptions } = zoneOr(zone?.zone, env)
  const until = isoIn(text, name)
  return until === null ? null : { block: { until }, end: zone?.end ?? at + 1, assumptions }
}

/** A zone that nobody said is said aloud. */
export function zoneOr(zone: string | undefined, { timeZone }: Environment) {
  if (zone !== undefined) return { zone, assumptions: [] }
  const message = `read the time as one of the time zone ${timeZone}; add "in Europe/Berlin", for example, for another`
  return { zone: timeZone, assumptions: [message] }
}

/** "2 hours", "for 30 minutes", "{{inputs.minutes}} minutes" */
function forAt(tokens: readonly Token[], env: Environment): Wait | null {
  const at = phraseAt(tokens, 0, 'for') ?? 0
  const duration = durationAt(tokens, at)
  if (duration !== null) return { block: { for: duration.ms }, end: duration.end }
  const amount = valueAt(tokens, at, env)
  const unit = amount === null ? null : unitMsOf(tokens[amount.end]?.lower)
  if (amount === null || unit === null || typeof amount.argument !== 'object') return null
  const until = { $: `now + number(${amount.expression}) * ${unit}` }
  return { block: { until }, end: amount.end + 1, values: [amount] }
}
