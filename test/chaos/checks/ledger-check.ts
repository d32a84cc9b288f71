// The ledger against the journal: what was done to the world was decided before, once, and no later than it
// may be.
import type { Event } from '../../../actors/execution/protocol.ts'
import type { FaultyLedger, LedgerCall } from '../faulty-ledger.ts'
import type { Story, Told } from '../story.ts'
import { isCall, isGated } from '../workflows.ts'
import type { Violations } from './violations.ts'

/** Contract: how long after the answer to a cancel a call that was under way may still arrive. */
const cancelGraceMs = 1_000

export class LedgerCheck {
  readonly #ledger: FaultyLedger
  readonly #callsOf: ReadonlyMap<string, readonly LedgerCall[]>
  readonly #cancelled: ReadonlyMap<string, number>
  readonly #violations: Violations
  readonly #read = new Set<string>()

  constructor(ledger: FaultyLedger, cancelled: ReadonlyMap<string, number>, violations: Violations) {
    this.#ledger = ledger
    this.#callsOf = Map.groupBy(ledger.calls, ({ key }) => key.slice(0, key.indexOf('/')))
    this.#cancelled = cancelled
    this.#violations = violations
  }

  check({ id, told }: Story): void {
    this.#read.add(id)
    const calls = this.#callsOf.get(id) ?? []
    for (const [key, attempts] of Map.groupBy(calls, call => call.key)) {
      this.#checkKey(
        key,
        attempts,
        told.filter(({ event }) => 'step' in event && `${id}/${event.step}` === key),
      )
    }
    for (const { event } of told)
      if (event.type === 'step-completed' && isCall(event.step) && !event.kept) this.#checkResult(id, event)
    const cancelledAt = this.#cancelled.get(id)
    if (cancelledAt === undefined) return
    const late = calls.find(({ at }) => at > cancelledAt + cancelGraceMs)
    this.#violations.expect('no call starts after an acknowledged cancel', late === undefined, () => {
      return `${late!.key}: ${late!.at - cancelledAt} ms after it`
    })
  }

  /** Calls of executions that the journal does not know. */
  finish(): void {
    for (const id of this.#callsOf.keys()) {
      this.#violations.expect('no call without an execution', this.#read.has(id), () => id)
    }
  }

  #checkKey(key: string, attempts: readonly LedgerCall[], told: readonly Told[]): void {
    const law = (name: string, isKept: boolean, found: string) =>
      this.#violations.expect(name, isKept, () => `${key}: ${found}`)
    const begun = told.find(({ event }) => event.type === 'step-started')
    law(
      'no call before its step has begun',
      begun !== undefined && begun.at <= attempts[0]!.at,
      `${begun?.at}`,
    )
    const other = attempts.find(({ args }) => args !== attempts[0]!.args)
    law('every attempt has the same arguments', other === undefined, `${other?.args}, ${attempts[0]!.args}`)
    if (!isGated(key)) return
    const decided = told.find(({ event }) => event.type === 'approval-decided')
    const { decision, args } = (decided?.event ?? {}) as Partial<Extract<Event, { type: 'approval-decided' }>>
    const isApproved = decision === 'approved' && decided!.at <= attempts[0]!.at
    law('no gated call before its approval', isApproved, `${decision} at ${decided?.at}`)
    const requested = told.find(({ event }) => event.type === 'approval-requested')
    const shown = (requested?.event as Extract<Event, { type: 'approval-requested' }> | undefined)?.request
      .args
    law(
      'a gated call has the approved arguments',
      attempts[0]!.args === JSON.stringify(args ?? shown),
      attempts[0]!.args,
    )
  }

  /** What the journal took for the result is what the ledger entered, under the key of the step. */
  #checkResult(id: string, { step, output }: Extract<Event, { type: 'step-completed' }>): void {
    const key = `${id}/${step}`
    const entry = this.#ledger.entries.get(key)
    const got = (output as { entry?: number } | null)?.entry
    this.#violations.expect('a result is the entry of its key', entry !== undefined && entry === got, () => {
      return `${key}: entry ${entry}, result ${got}`
    })
  }
}
