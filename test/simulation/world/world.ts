// One simulated world, from one seed: a service on a database, one process or a cluster of nodes, tool
// servers, people, readers and trouble. It lives for a while, then the trouble ends, and in the end
// everything must have come right.
import { bounds } from '../../../runtime/config.ts'
import { Nodes } from '../cluster/nodes.ts'
import { Laws } from '../laws/laws.ts'
import type { Limits } from '../laws/place-laws.ts'
import { Scheduler } from '../scheduler.ts'
import { Database } from './database.ts'
import { type Deployment, OneProcess } from './deployment.ts'
import { checkEnding, isAtRest } from './ending.ts'
import { Faults } from './faults.ts'
import { Memories } from './memories.ts'
import { People } from './people.ts'
import { Reader } from './readers.ts'
import type { Service } from './service.ts'
import { type Timetable, timetables } from './timetables.ts'
import { Tools } from './tools.ts'
import { Workflows } from './workflows.ts'

/** Virtual time within which a healed world comes to rest. */
const restWithinMs = 12_000_000
/** After that everything that is still remembered has had its time: asks, beats, alarms. */
const calmMs = 70_000

export class World {
  readonly scheduler: Scheduler
  readonly workflows: Workflows
  readonly laws: Laws
  readonly database: Database
  readonly memories: Memories
  readonly tools: Tools
  readonly people: People
  readonly readers: Reader[] = []
  /** Of the organization's starts. */
  readonly limit: number | null
  readonly limits: Limits
  readonly timetables: readonly Timetable[]
  readonly deployment: Deployment
  readonly #faults: Faults
  #actsLeft: number
  /** Time passes at its own pace. */
  #isWaiting = false

  /** @param nodes of a cluster at first; 0: one process without a cluster */
  constructor(seed: number, nodes = 0) {
    this.scheduler = new Scheduler(seed, nodes === 0 ? 60_000 : 600_000)
    const { random } = this.scheduler
    this.#faults = new Faults(random)
    this.workflows = new Workflows(random)
    this.timetables = timetables(random)
    const isLimited = random.chance(0.2)
    const organization = isLimited ? random.between(1, 3) : null
    this.limits = { organization, workflow: isLimited && random.chance(0.4) ? random.between(1, 2) : null }
    this.laws = new Laws(this)
    this.database = new Database(this.scheduler, this.#faults, this.laws)
    const { scheduler, laws, workflows } = this
    const { executions } = this.database
    this.memories = new Memories(
      () => scheduler.now(),
      id => executions.get(id),
    )
    const { memories } = this
    this.tools = new Tools({ scheduler, faults: this.#faults, watcher: laws, workflows, memories })
    this.laws.errorOf = (key, code) => this.tools.errors.get(`${key} ${code}`)
    this.laws.takesFailure = key => this.tools.takesFailure(key)
    this.people = new People(this)
    this.limit = random.chance(0.1) ? random.between(1, 6) : null
    this.#actsLeft = random.between(5, 70)
    const { database, tools } = this
    const { limit, limits } = this
    // Lives are short here: in every other world they go on from snapshots all the same.
    const snapshotsAfter = seed % 2 === 0 ? 5 : bounds.snapshotEvents
    const slots = random.between(1, 2)
    const service = { scheduler, database, tools, workflows, slots, limit, limits, snapshotsAfter }
    const parts = {
      ...{ service, faults: this.#faults },
      begun: () => this.#readAgain(),
      check: (isKept: boolean, law: string) => this.laws.check(isKept, law),
    }
    this.deployment = nodes === 0 ? new OneProcess(parts) : new Nodes(parts, this.laws, nodes)
    const strike = (incarnation: number) =>
      !this.#faults.isHealed && this.deployment.strikeAtCommit(incarnation)
    this.database.whenRunning = strike
    this.database.whenTaken = writer => {
      this.#strikeSoon()
      if (writer !== null) strike(writer.incarnation)
    }
  }

  fail(error: Error): void {
    this.scheduler.fail(error)
  }

  read(id: string): void {
    const reader = this.readers.find(other => other.id === id)
    if (reader) reader.open()
    else this.readers.push(new Reader(this, id))
  }

  /** @throws what broke */
  async run(): Promise<void> {
    const { scheduler } = this
    this.#repeat('people', [0, 400], () => this.people.act())
    this.#repeat('nemesis', [0, 3_000], () => this.deployment.strike())
    this.#repeat(
      'time',
      [100, 600],
      () => {
        if (this.#isWaiting || !this.deployment.mayHurry) return
        if (this.#actsLeft <= 0 || scheduler.random.chance(0.2))
          scheduler.hurry(scheduler.random.below(10_000))
      },
      () => true,
    )
    await scheduler.run(() => this.#actsLeft <= 0)
    this.#heal()
    const bound = scheduler.time + restWithinMs
    do {
      await scheduler.run(() => isAtRest(this) || scheduler.time > bound)
      const end = scheduler.time + calmMs
      await scheduler.run(() => scheduler.time > end)
    } while (!isAtRest(this) && scheduler.time < bound)
    checkEnding(this)
    await this.#probe()
    await scheduler.run(() => true)
  }

  async #probe(): Promise<void> {
    const { scheduler, deployment } = this
    this.#isWaiting = true
    let isAnswered = false
    this.people.starts.probe(() => {
      isAnswered = true
    })
    const dies = scheduler.time + scheduler.random.below(30)
    await scheduler.run(() => scheduler.time > dies)
    deployment.strikeLast()
    const checked = scheduler.time + 5_000
    const bound = scheduler.time + 25_000
    await scheduler.run(() => scheduler.time > checked)
    deployment.checkLast()
    await scheduler.run(() => isAnswered || scheduler.time > bound)
    this.laws.check(isAnswered, 'the probe was never answered')
  }

  #heal(): void {
    this.scheduler.trace('healed')
    this.#faults.heal()
    this.deployment.heal()
  }

  /** Trouble comes most often just when something has become durable. */
  #strikeSoon(): void {
    const { scheduler } = this
    if (this.#faults.isHealed || !scheduler.random.chance(this.#faults.crashes / 20)) return
    const nemesis = scheduler.thread('nemesis')
    nemesis.after(
      scheduler.random.below(12),
      () => {
        scheduler.count('kill after a commit')
        if (!this.#faults.isHealed) this.deployment.strikeAfterCommit()
      },
      'strikes after a commit',
    )
  }

  /** Readers whose process is no more come to another. */
  #readAgain(): void {
    for (const reader of this.readers) if (!this.serves(reader.service)) reader.open()
  }

  /** Does the process live? Who asked one that does is to be answered. */
  serves(service: Service | null): boolean {
    return service !== null && this.deployment.services.includes(service)
  }

  #repeat(
    name: string,
    [low, high]: readonly [number, number],
    act: () => void,
    goesOn = () => this.#actsLeft > 0,
  ): void {
    const thread = this.scheduler.thread(name)
    const next = () => {
      thread.after(
        this.scheduler.random.between(low, high),
        () => {
          if (!goesOn()) return
          act()
          if (name === 'people') this.#actsLeft--
          next()
        },
        'acts',
      )
    }
    next()
  }
}
