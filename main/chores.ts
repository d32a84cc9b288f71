// The work that a server does besides answering requests: it admits queued executions and runs its chores.
// main.ts starts both. On a restored copy both wait until the fence is down.

import { forgettingChore } from '../actors/chat/forgetting.ts'
import { endingChore } from '../http/account/ending.ts'
import type { Services } from '../http/services.ts'
import { completionChore } from '../http/triggers/completions.ts'
import { canaryChore } from '../http/workflows/canaries.ts'
import { systemClock } from '../runtime/clock.ts'
import type { Engine } from '../runtime/engine.ts'
import type { Log } from '../runtime/log.ts'
import { type Chore, startChores } from '../runtime/process/chore.ts'
import type { Lifecycle } from '../runtime/process/lifecycle.ts'
import { openFence } from '../storage/backup/fence.ts'
import { databaseChores } from '../storage/chores.ts'
import type { Queries } from '../storage/postgres/statement.ts'

export interface Work {
  readonly services: Pick<Services, 'admission'>
  readonly engine: Pick<Engine, 'unfence'>
  readonly chores: readonly Chore[]
  readonly log: Log
  /** Is this the node that does what one node does? */
  readonly leads: () => boolean
}

export interface WorkFence {
  readonly isUp: boolean
  /** Begins the work now, or as soon as the fence is down. */
  startWork(life: Lifecycle, work: Work): Promise<void>
}

/**
 * Every chore of the service.
 * @param retentionDays 0 keeps executions for ever
 */
export function choresOf(services: Services, database: Queries, retentionDays: number): readonly Chore[] {
  return [
    ...databaseChores(database, systemClock, retentionDays),
    services.schedules.chore,
    services.eventFeed,
    services.webhookActors.chore,
    ...services.notificationChores,
    services.toolServerActors.chore,
    services.mail.chore,
    ...services.signInChores,
    endingChore(services),
    forgettingChore({ ...services, clock: systemClock }, retentionDays),
    completionChore(services),
    canaryChore(services),
    ...services.billingChores,
  ]
}

/** @throws {Failure} unavailable */
export async function openWorkFence(queries: Queries): Promise<WorkFence> {
  let whenDown = () => {}
  const fence = await openFence(queries, () => whenDown())
  return {
    get isUp() {
      return fence.isUp
    },
    async startWork(life, work) {
      if (!fence.isUp) return begin(life, work)
      life.say(
        'this database is a restored copy: the service is read-only until "npm run restore -- --activate"',
      )
      whenDown = () => {
        life.say('the copy is activated: work begins')
        work.engine.unfence()
        begin(life, work).catch(life.giveUp)
      }
      await life.start(
        'fence',
        () => startChores([fence.chore], systemClock, work.log),
        stop => stop(),
      )
    },
  }
}

async function begin(life: Lifecycle, { services: { admission }, chores, log, leads }: Work): Promise<void> {
  await life.start(
    'admission',
    () => admission.start(),
    () => admission.stop(),
  )
  await life.start(
    'chores',
    () => startChores(chores, systemClock, log, leads),
    stop => stop(),
  )
}
