// What a server does by itself, beside answering requests: admits what is queued, and its chores. Behind the fence of a
// restored copy it does neither, until the fence falls.
import { type Chore, startChores } from '../runtime/chore.ts'
import { systemClock } from '../runtime/clock.ts'
import type { Lifecycle } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { System } from '../runtime/system.ts'
import { databaseChores } from '../storage/chores.ts'
import { openFence } from '../storage/fence.ts'
import type { Queries } from '../storage/statement.ts'
import { endingChore } from './ending.ts'
import type { Services } from './services.ts'

export interface Work {
  readonly services: Pick<Services, 'admission'>
  readonly system: Pick<System, 'unfence'>
  readonly chores: readonly Chore[]
  readonly log: Log
}

export interface WorkFence {
  readonly isUp: boolean
  /** Begins the work; behind the fence as soon as that falls. */
  startWork(life: Lifecycle, work: Work): Promise<void>
}

/** Everything that is done again and again. @param retentionDays 0 keeps executions for ever */
export function choresOf(services: Services, database: Queries, retentionDays: number): readonly Chore[] {
  return [
    ...databaseChores(database, systemClock, retentionDays),
    services.schedules.chore,
    services.eventFeed,
    services.deliveryActors.chore,
    ...services.notificationChores,
    services.toolServerActors.chore,
    services.mail.chore,
    ...services.signInChores,
    endingChore(services),
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
        'this database is a restored copy, and is only looked at until "npm run restore -- --activate"',
      )
      whenDown = () => {
        life.say('the copy is activated: what is due is done from now on')
        work.system.unfence()
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

async function begin(life: Lifecycle, { services: { admission }, chores, log }: Work): Promise<void> {
  await life.start(
    'admission',
    () => admission.start(),
    () => admission.stop(),
  )
  await life.start(
    'chores',
    () => startChores(chores, systemClock, log),
    stop => stop(),
  )
}
