// How executions begin: with an id of their own, sometimes queued, sometimes started twice.
import { type Retry, type RetryParts, retryOf } from '../../../actors/execution/starting/retrying.ts'
import { isTerminal, type StartExecution } from '../../../domain/work/execution.ts'
import { organizationId } from '../../support/execution.ts'
import { follower } from '../laws/follower-laws.ts'
import type { Story } from '../story.ts'
import type { Asks } from './asks.ts'
import { inputs, itemsOf, probeWorkflow, starter } from './workflows.ts'
import type { World } from './world.ts'

export class Starts {
  /** Ids of the executions whose start was answered. */
  readonly answered = new Set<string>()
  readonly #world: World
  readonly #asks: Asks
  #begun = 0
  /** The chat session is durable. */
  #isFollowed = false

  constructor(world: World, asks: Asks) {
    this.#world = world
    this.#asks = asks
  }

  start(workflow: number, earlier: Pick<StartExecution, 'forkedFrom' | 'inputs'> | null = null): void {
    const { random } = this.#world.scheduler
    const id = this.#newId()
    const isFollowed = random.chance(0.5)
    if (isFollowed && !this.#isFollowed) this.#openFollower()
    const followed = isFollowed && this.#isFollowed ? { follower } : {}
    const start = { ...this.#startOf(workflow, earlier), ...followed }
    const isDone = random.chance(0.3)
    const options = isDone ? ({ until: 'done', timeoutMs: random.between(100, 60_000) } as const) : {}
    const message = { type: 'start', start }
    const entry = this.#asks.ask(
      `start of ${id}`,
      ({ system }) => system.ask(id, message, { isFresh: true, ...options }),
      {
        done: view => {
          this.answered.add(id)
          const row = this.#world.database.executions.get(id)
          this.#world.laws.check(row !== undefined, `${id}: its start was answered, and it is not durable`)
          if (isDone)
            this.#world.laws.check(
              isTerminal(view.status) && view.status === row?.status,
              `${id}: answered before its end`,
            )
        },
      },
    )
    if (!random.chance(0.1)) return
    // Nobody else knows the id before the answer.
    this.#asks.ask(`start of ${id} again`, ({ system }) => system.ask(id, message), { at: entry })
  }

  /** Another execution that keeps what this one has, as a request for it does. */
  retry({ id, start, steps }: Story, fromStep: string | null): void {
    const { workflows, laws, deployment, scheduler } = this.#world
    const service = deployment.entry
    if (service === null) return
    const { workflowId, workflowVersion, versionId, forkedFrom, inputs } = start
    const parts: RetryParts = {
      active: async workflow => workflows.find(workflow),
      version: async active => active,
      kept: (earlier, from) => service.executionLog.kept(organizationId, earlier, from),
      plan: async version => workflows.planOf(version),
    }
    const begin = ({ forkedFrom: { kept } }: Retry) => {
      for (const path in kept)
        if (fromStep !== null)
          laws.check(steps.stepAt(path)?.kind !== 'approval', `${id}: a retry from ${fromStep} keeps ${path}`)
      for (const path in forkedFrom?.kept)
        if (fromStep === null) laws.check(path in kept, `${id}: a retry of it forgets ${path}`)
      this.start(Number(versionId.slice('wfv_'.length)), { inputs, forkedFrom: { id, kept } })
    }
    scheduler.add(service.main, `request: retry of ${id}`, 0, () =>
      retryOf(parts, { id, workflowId, workflowVersion, inputs }, { fromStep }).then(begin, error =>
        this.#asks.checkFailure(error, 'kept'),
      ),
    )
  }

  /**
   * In a world that is well an execution is answered when it has ended, also when its host dies meanwhile.
   */
  probe(whenAnswered: () => void): void {
    const id = this.#newId()
    const start = { ...this.#startOf(probeWorkflow, null), limit: null }
    this.#asks.ask(
      `probe ${id}`,
      ({ system }) =>
        system.ask(id, { type: 'start', start }, { isFresh: true, until: 'done', timeoutMs: 20_000 }),
      {
        done: ({ status }) => {
          this.#world.laws.check(status === 'completed', `${id}: the probe is ${status}`)
          whenAnswered()
        },
        refused: ({ code }) => this.#world.laws.check(false, `${id}: the probe was answered ${code}`),
      },
    )
  }

  #openFollower(): void {
    const start = { organizationId, owner: starter, title: null, workflowId: null }
    this.#asks.ask('opens a chat session', ({ system }) => system.ask(follower, { type: 'open', start }), {
      done: () => {
        this.#isFollowed = true
      },
    })
  }

  #startOf(workflow: number, earlier: Pick<StartExecution, 'forkedFrom' | 'inputs'> | null): StartExecution {
    const { workflowId, workflowName, version, versionId } = this.#world.workflows.find(`wf_${workflow}`)
    const named = { organizationId, workflowId, workflowName, workflowVersion: version, versionId }
    const { forkedFrom } = earlier ?? { forkedFrom: null }
    const given = earlier?.inputs ?? { ...inputs, ...itemsOf(this.#begun++) }
    const trigger = { kind: forkedFrom ? 'retry' : 'api', ref: null } as const
    const { limit, limits } = this.#world
    const isGated = limits.organization !== null && workflow !== probeWorkflow
    return { ...named, inputs: given, trigger, limit, isGated, startedBy: starter, parent: null, forkedFrom }
  }

  #newId(): string {
    const letters = '0123456789abcdefghjkmnpqrstvwxyz'
    let id = 'exec_01jd'
    while (id.length < 31) id += letters[this.#world.scheduler.random.below(32)]
    return id
  }
}
