// The monthly limit under chaos: in organizations of their own, many starts race for the last one that is
// left.
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../domain/ids.ts'
import { Client } from '../support/people/client.ts'
import type { ChaosDatabase } from './chaos-database.ts'
import type { Violations } from './checks/violations.ts'

/** Executions of a free organization: FREE_TIER_EXECUTIONS of the server. */
export const freeExecutions = 5
const racers = 50
const betweenMs = 3_000

const plan = { steps: [{ id: 'answer', kind: 'return', value: 1 }] }

interface Race {
  readonly organizationId: string
  /** Of those that raced. */
  readonly accepted: number
  /** Answers that were neither 201 nor 402: nobody knows. */
  readonly unknown: number
}

export class QuotaRaces {
  readonly races: Race[] = []
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async run(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const race = await this.#race().catch(() => null)
      if (race !== null) this.races.push(race)
      await pause(betweenMs)
    }
  }

  async check(database: ChaosDatabase, violations: Violations): Promise<void> {
    for (const { organizationId, accepted, unknown } of this.races) {
      const [row] = await database.query<{ count: string }>(
        'select count(*) from executions where organization_id = $1',
        [organizationId],
      )
      const count = Number(row!.count)
      const found = () =>
        `${organizationId}: ${count} executions, ${accepted} of the race accepted, ${unknown} unknown`
      const isKept = accepted <= 1 && count <= freeExecutions && (unknown > 0 || accepted === 1)
      violations.expect('the last execution of a month is started once', isKept, found)
    }
  }

  /** Null when the organization could not be brought to one below its limit. */
  async #race(): Promise<Race | null> {
    const email = `${newId('user')}@example.com`
    const signUp = await new Client(this.#url, null).post('/api/v1/auth/signup', {
      email,
      password: 'correct horse battery',
    })
    if (signUp.status !== 201) return null
    const client = new Client(this.#url, signUp.body.token)
    const { status, body } = await client.post('/api/v1/workflows', {
      name: 'Race',
      prompt: 'Return 1',
      plan,
    })
    if (status !== 201) return null
    const start = () =>
      client.post(`/api/v1/workflows/${body.id}/execute`, { inputs: {} }).then(
        answer => answer.status,
        () => 0,
      )
    for (let n = 1; n < freeExecutions; n++) if ((await start()) !== 201) return null
    const statuses = await Promise.all(Array.from({ length: racers }, start))
    const accepted = statuses.filter(each => each === 201).length
    const unknown = statuses.filter(each => each !== 201 && each !== 402).length
    return { organizationId: signUp.body.user.organization.id, accepted, unknown }
  }
}
