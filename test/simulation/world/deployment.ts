// What runs the product in a world: one process here, the nodes of a cluster in cluster/nodes.ts. It is hurt,
// comes back, and is well in the end.
import { silentLog } from '../../../runtime/log.ts'
import { System } from '../../../runtime/system/system.ts'
import type { Faults } from './faults.ts'
import { Hosts, type ServiceParts } from './hosts.ts'
import { Service } from './service.ts'

export interface Deployment {
  /** Where somebody who comes now is served; null: nowhere. */
  readonly entry: Service | null
  /** All that live. */
  readonly services: readonly Service[]
  /** Nothing of it is still to come right. */
  readonly isWell: boolean
  /** Time may jump: nobody is about to find out that somebody is dead, which a jump puts off. */
  readonly mayHurry: boolean
  /** Now and then: does some harm. */
  strike(): void
  /** Just when something has become durable. */
  strikeAfterCommit(): void
  /** A commit of a node runs, or is through and the node does not know it yet. @returns is the node hit? */
  strikeAtCommit(incarnation: number): boolean
  /** Nothing goes wrong from now on, but for a last blow. */
  heal(): void
  /** All is well, and somebody waits for an answer that has to come all the same. */
  strikeLast(): void
  /** Later than the last blow, when it must have been got over. */
  checkLast(): void
}

export interface DeploymentParts {
  readonly service: ServiceParts
  readonly faults: Faults
  /** A process has begun: who was served by one that is no more comes back. */
  readonly begun: () => void
  readonly check: (isKept: boolean, law: string) => void
}

interface Process {
  readonly hosts: Hosts
  readonly service: Service
  readonly system: System
}

export class OneProcess implements Deployment {
  readonly #parts: DeploymentParts
  #process: Process

  constructor(parts: DeploymentParts) {
    this.#parts = parts
    this.#process = this.#begin()
  }

  get entry(): Service | null {
    const { service } = this.#process
    return service.isAlive ? service : null
  }

  get services(): readonly Service[] {
    return [this.#process.service]
  }

  get isWell(): boolean {
    return true
  }

  get mayHurry(): boolean {
    return true
  }

  strike(): void {
    const { scheduler } = this.#parts.service
    const { random } = scheduler
    if (!random.chance(this.#parts.faults.crashes / 2)) return
    const action = random.weighed({ 'kill a host': 4, crash: 1.5, stop: 1, jump: 2 })
    scheduler.trace(`nemesis: ${action}`)
    scheduler.count(action)
    if (action === 'jump') scheduler.jump(random.below(120_000))
    const { service, hosts, system } = this.#process
    if (!service.isAlive) return
    if (action === 'kill a host') hosts.kill(random.below(this.#parts.service.slots), random.chance(0.3))
    if (action === 'crash') this.#crash()
    if (action === 'stop') {
      system.stop(1_000).then(
        () => service === this.#process.service && this.#crash(),
        error => scheduler.fail(error),
      )
    }
  }

  strikeAfterCommit(): void {
    const { random } = this.#parts.service.scheduler
    if (!this.#process.service.isAlive) return
    if (random.chance(0.2)) this.#crash()
    else this.#process.hosts.kill(random.below(this.#parts.service.slots), random.chance(0.3))
  }

  strikeAtCommit(): boolean {
    return false
  }

  heal(): void {
    // The last blow: what was on its way then comes to rest without anybody's help.
    if (this.#parts.faults.crashes > 0 && this.#parts.service.scheduler.random.chance(0.5)) this.#end()
    if (!this.#process.service.isAlive) this.#restart()
  }

  strikeLast(): void {
    for (let slot = 0; slot < this.#parts.service.slots; slot++) this.#process.hosts.kill(slot, false)
  }

  checkLast(): void {}

  #begin(): Process {
    const { service: parts } = this.#parts
    const { scheduler, database, slots } = parts
    const main = scheduler.thread('main')
    const hosts = new Hosts(parts, main)
    const system = new System({
      ...{ slots, clock: main, log: silentLog, open: hosts.open },
      toWake: (which, after, limit) => database.toWake(main, which, after, limit),
    })
    system.start().catch(error => scheduler.fail(error))
    const service = new Service(parts, { main, system, load: () => system.load, leads: () => true })
    return { hosts, service, system }
  }

  /** kill -9: nothing of it does anything more. What had reached the database or a tool server is there. */
  #end(): void {
    for (const thread of this.#process.hosts.threads) thread.isAlive = false
  }

  /** The service is gone, and comes back after a while. */
  #crash(): void {
    const crashed = this.#process
    if (!crashed.service.isAlive) return
    this.#end()
    const { scheduler } = this.#parts.service
    const restart = () => this.#process === crashed && this.#restart()
    scheduler.thread('supervisor of the service').after(scheduler.random.below(3_000), restart, 'restart')
  }

  #restart(): void {
    this.#parts.service.database.endSessions()
    this.#process = this.#begin()
    this.#parts.begun()
  }
}
