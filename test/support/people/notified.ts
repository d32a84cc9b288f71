// An organization with people in it, events that happen there, and the chores that tell them, at a time that
// the test sets.

import { newId } from '../../../domain/ids.ts'
import type { Json } from '../../../domain/json.ts'
import type { EventType } from '../../../domain/news/event.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { eventStore, settleEvents } from '../../../storage/events/events.ts'
import type { Reader } from '../../../storage/notifications/notifications.ts'
import { notifier } from '../../../storage/notifications/notifier.ts'
import type { Database } from '../../../storage/postgres/database.ts'
import { signUpSomeone } from '../database.ts'

export const silentLog = { warn: () => {} }

export class NotifiedWorld {
  readonly database: Database
  /** Unix ms. */
  now = Date.UTC(2026, 10, 22)
  readonly clock = { ...systemClock, now: () => this.now }

  constructor(database: Database) {
    this.database = database
  }

  pass(ms: number): void {
    this.now += ms
  }

  /** A new organization's owner. */
  owner(): Promise<Reader> {
    return signUpSomeone(this.database)
  }

  async join({ organizationId }: Reader, role: string): Promise<Reader> {
    const { userId } = await signUpSomeone(this.database)
    const text = 'insert into memberships (organization_id, user_id, role) values ($1, $2, $3)'
    await this.database.query({ name: '', text }, [organizationId, userId, role])
    return { organizationId, userId }
  }

  async publish({ organizationId }: Reader, type: EventType, data: Json): Promise<void> {
    await eventStore(this.database).publish({ organizationId, type, resource: 'r', data })
  }

  /** As the journal tells of one, without its row. */
  async fail(at: Reader, message: string, startedBy: string | null = null): Promise<string> {
    const id = newId('execution')
    await this.publish(at, 'execution.failed', {
      ...{ id, workflowId: 'wf_1', workflowName: 'Orders', startedBy },
      ...{ trigger: { kind: 'api', ref: null }, error: { message, step: 'fetch', code: 'tool-failed' } },
    })
    return id
  }

  async ask(at: Reader, assignees: readonly string[] = []): Promise<string> {
    const id = newId('approval')
    const values = [
      id,
      at.organizationId,
      'exec_1',
      'ask',
      'Send it?',
      'd',
      JSON.stringify(assignees),
      'pending',
      1,
    ]
    const text = `insert into approvals (id, organization_id, kind, execution_id, step_id, message, digest, assignees, status,
      requested_at) values ($1, $2, 'execution', $3, $4, $5, $6, $7, $8, $9)`
    await this.database.query({ name: '', text }, values)
    await this.publish(at, 'approval.requested', {
      ...approval(id),
      message: 'Send it?',
      assignees: [...assignees],
    })
    return id
  }

  async decide(at: Reader, id: string, status = 'approved'): Promise<void> {
    const text = 'update approvals set status = $2 where id = $1'
    await this.database.query({ name: '', text }, [id, status])
    await this.publish(at, 'approval.decided', { ...approval(id), status, decidedBy: at.userId, note: null })
  }

  /** Everything that has happened. */
  async tell(): Promise<void> {
    while ((await settleEvents(this.database, 1_000)).taken > 0);
    const { work } = notifier({ queries: this.database, clock: this.clock, log: silentLog })
    while ((await work()) < 1_000);
  }
}

function approval(id: string) {
  return { id, executionId: 'exec_1', stepId: 'ask', workflowId: 'wf_1', workflowName: 'Orders' }
}
