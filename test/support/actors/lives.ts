// Random lives of executions: results, failures, decisions, events, alarms at any time, children that start
// and end, things that come twice or late, a cancel somewhere. The same choices give the same life.
import type { Event, Message } from '../../../actors/execution/protocol.ts'
import type { Projection } from '../../../domain/work/projection.ts'
import {
  alarm,
  ann,
  arrived,
  bob,
  broke,
  cancel,
  decision,
  faltered,
  Life,
  resume,
  returned,
  start,
} from '../execution.ts'
import { planInputs } from '../plans.ts'

/** A life that keeps the rows of its turns. */
export class Recorded extends Life {
  readonly projections: Projection[] = []
  lastTurnAt = 0

  get wakeAt(): number | null {
    return this.behavior.wakeAt(this.state)
  }

  override refusal(message: Message) {
    const before = this.events.length
    const refusal = super.refusal(message)
    const events = this.events.slice(before)
    this.lastTurnAt = this.now
    if (events.length > 0) this.projections.push(...this.behavior.project(this.state, events, before === 0))
    return refusal
  }

  /** What a host makes of its entries. */
  replay(): Recorded {
    const replay = new Recorded(this.behavior)
    for (const [index, event] of this.events.entries()) {
      replay.now = this.times[index]!
      replay.take(JSON.parse(JSON.stringify(event)) as Event)
    }
    replay.now = this.now
    return replay
  }
}

export function lifeOf(behavior: Life['behavior'], choices: readonly number[]): Recorded {
  const life = new Recorded(behavior)
  life.tell(start(planInputs))
  for (const choice of choices) live(life, choice)
  return life
}

/** One thing that may happen. What it is about follows from the rest of the choice. */
export function live(life: Recorded, choice: number): void {
  const pick = <T>(all: readonly T[]) => all[(choice >> 6) % all.length]
  const path = pick(life.owed.filter(isCall))
  const approvals = Object.values(life.state.approvals).map(({ request }) => request.id)
  const approval = pick(approvals) ?? 'apr_none'
  const kind = choice % 64
  if (kind < 26) return void life.tell(path ? returned(path, choice) : returned('nowhere.at_all'))
  if (kind < 30) return void life.tell(broke(path ?? 'nowhere'))
  // A failure of ours, which costs nothing.
  if (kind === 31) return void life.tell(faltered(path ?? 'nowhere', undefined, 'unavailable'))
  if (kind < 36) return void life.tell(faltered(path ?? 'nowhere', kind === 30 ? 3_000 : undefined))
  if (kind < 42) return void life.tell(decision('approve', approval, { by: kind === 36 ? bob : ann }))
  if (kind < 44) return void life.tell(decision('deny', approval))
  if (kind < 47) return void life.tell(arrived(kind === 44 ? 'other' : 'paid', choice))
  if (kind < 49) return void life.tell(resume)
  if (kind < 54) return passes(life, choice % 5_000)
  if (kind < 62) return child(life, choice)
  life.tell(kind === 62 ? alarm : kind === 63 && choice % 5 === 0 ? cancel() : alarm)
}

/** Time goes by, heard by an alarm or not. */
function passes(life: Recorded, ms: number): void {
  life.now += ms
  if (ms % 4 > 0) life.tell(alarm)
}

function child(life: Recorded, choice: number): void {
  const [step, { id: childId }] = Object.entries(life.state.children)[0] ?? ['sub', { id: 'exec_none' }]
  const given = life.state.abandoned[0]
  if (given !== undefined && choice % 3 === 0) life.tell({ type: 'child-cancelled', childId: given })
  else if (choice % 3 === 1) life.tell({ type: 'child-started', step })
  else life.tell(endOf(step, childId, choice % 5 === 0 ? 'failed' : 'completed'))
}

const endOf = (step: string, childId: string, status: 'completed' | 'failed'): Message => ({
  type: 'child-ended',
  step,
  childId,
  end: { status, output: null, error: null },
})

/** One round in which nobody keeps it waiting. */
export function answerEverything(life: Recorded): void {
  for (const path of life.owed.filter(isCall)) life.tell(returned(path, path))
  for (const by of [ann, bob])
    for (const { request } of Object.values(life.state.approvals))
      life.tell(decision('approve', request.id, { by }))
  if (Object.keys(life.state.parked).length > 0) life.tell(resume)
  life.tell(arrived('paid'))
  for (const [step, { id: childId }] of Object.entries(life.state.children))
    life.tell(endOf(step, childId, 'completed'))
  for (const childId of [...life.state.abandoned]) life.tell({ type: 'child-cancelled', childId })
  if (life.wakeAt !== null && !life.state.hasEnded) life.pass(Math.max(0, life.wakeAt - life.now))
}

export function isCall(path: string): boolean {
  return /(^|\.)(call|look|tried|parked|loose|gated)\d+$/.test(path)
}
