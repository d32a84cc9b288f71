// The workflows of a simulation: random plans of every block, with retries, approvals, deadlines and handlers
// of errors. Later ones run earlier ones as steps.
import type { Runnable } from '../../../actors/execution/starting/starting.ts'
import { notFound } from '../../../domain/failure.ts'
import type { ApprovalPolicy, Block, Plan, RetryPolicy, Step, StepCommon } from '../../../domain/plan/plan.ts'
import { block, call, compute, look, set } from '../../support/execution.ts'
import type { Random } from '../random.ts'

export const inputs = { list: [1, 2, 3], yes: true, no: false }

/** What the n-th start takes: some that those before it took, and new ones. */
export const itemsOf = (n: number) => ({ items: Array.from({ length: 4 }, (_, index) => 2 * n + index) })
/** Who can be asked to approve. */
export const emails = ['ann@example.com', 'ben@example.com', 'cem@example.com'] as const
export const starter = 'user_starter'
/** Index of the workflow that is run when all is well. */
export const probeWorkflow = 3
export const eventNames = ['paid', 'shipped'] as const

type Extra = { -readonly [name in keyof StepCommon]?: StepCommon[name] }

export class Workflows {
  readonly plans: readonly Plan[]

  constructor(random: Random) {
    const plans = [0, 1, 2].map(callable => new PlanMaker(random, callable).plan())
    this.plans = [...plans, { steps: [call('first'), look('second')] }]
  }

  planOf(versionId: string): Plan {
    return this.plans[Number(versionId.slice('wfv_'.length))]!
  }

  /** @throws {Failure} not-found */
  find(idOrName: string): Runnable {
    const index = Number(idOrName.slice('wf_'.length))
    if (!this.plans[index]) throw notFound(`workflow ${idOrName}`)
    return {
      workflowId: idOrName,
      workflowName: idOrName,
      versionId: `wfv_${index}`,
      version: 1,
      status: 'ready',
      diagnostics: [],
      inputsSchema: { type: 'object' },
      isLimited: false,
      needsAcceptance: false,
    }
  }
}

class PlanMaker {
  readonly #random: Random
  /** Workflows that steps may run: those before this one. */
  readonly #callable: number
  #left = 9
  #last = 0
  /** Lists that the step goes through. */
  #items = 0

  constructor(random: Random, callable: number) {
    this.#random = random
    this.#callable = callable
  }

  plan(): Plan {
    const steps = this.#steps(0, true)
    if (!this.#random.chance(0.15)) return { steps }
    const ms = this.#random.between(200, 40_000)
    return { steps, deadline: { ms, excludeWaiting: this.#random.chance(0.5) } }
  }

  #steps(depth: number, mayReturn: boolean): Step[] {
    const steps: Step[] = []
    const count = this.#random.between(depth === 0 ? 1 : 0, 4)
    while (steps.length < count && this.#left > 0) steps.push(this.#step(depth, mayReturn))
    return steps
  }

  #step(depth: number, mayReturn: boolean): Step {
    this.#left--
    const kind = this.#random.weighed({
      call: 5,
      look: 4,
      memory: 4,
      compute: 1.5,
      set: 1,
      approval: 2,
      wait: 2,
      workflow: this.#callable > 0 ? 3 : 0,
      each: depth < 3 ? 2 : 0,
      fork: depth < 3 ? 2 : 0,
      check: depth < 3 ? 1.5 : 0,
      end: 0.15,
      bomb: 0.35,
    })
    const id = `${kind}${++this.#last}`
    const extra = this.#extra(depth)
    switch (kind) {
      case 'call':
        return call(
          id,
          { n: { $: this.#items > 0 ? 'item' : 'size(inputs.list)' } },
          { ...extra, ...this.#callExtra() },
        )
      case 'look':
        return { ...look(id, { n: 1 }), ...extra, ...this.#callExtra() }
      case 'memory':
        return { ...this.#memory(id), ...extra, ...this.#memoryExtra() }
      case 'compute': {
        const list = this.#random.chance(0.8) ? { $: 'inputs.list' } : 'none'
        return { ...compute(id, 'length', { list }), ...extra }
      }
      case 'bomb':
        return compute(id, 'bomb', {})
      case 'set':
        return set(id, { $: 'inputs.list' }, extra)
      case 'approval':
        return block(id, { kind: 'approval', ...this.#approval() }, { ...extra, ...this.#timeout() })
      case 'wait':
        return block(id, this.#wait(), { ...extra, ...this.#timeout() })
      case 'workflow': {
        const workflow = `wf_${this.#random.chance(0.05) ? 9 : this.#random.below(this.#callable)}`
        const body: Block = {
          kind: 'workflow',
          workflow,
          inputs: { list: { $: 'inputs.list' }, yes: true, no: false, items: { $: 'inputs.items' } },
        }
        return block(id, body, { ...extra, ...this.#timeout() })
      }
      case 'each': {
        const over = this.#random.chance(0.9) ? 'inputs.list' : this.#random.pick(['[]', 'inputs.yes'])
        const concurrency = this.#random.between(1, 3)
        this.#items++
        const steps = this.#steps(depth + 1, false)
        this.#items--
        return block(id, { kind: 'foreach', over, as: 'item', concurrency, steps }, extra)
      }
      case 'fork': {
        const wait = this.#random.pick(['all', 'any'] as const)
        const branches = [0, 1].map(() => ({ steps: this.#steps(depth + 1, false) }))
        return block(id, { kind: 'parallel', wait, branches }, extra)
      }
      case 'check': {
        const when = this.#random.pick(['inputs.yes', 'inputs.no'])
        const cases = [{ when, steps: this.#steps(depth + 1, mayReturn) }]
        return block(id, { kind: 'if', cases, else: this.#steps(depth + 1, mayReturn) }, extra)
      }
      case 'end':
        if (mayReturn && this.#random.chance(0.5)) return block(id, { kind: 'return', value: 'over' })
        return block(id, { kind: 'fail', message: 'by plan' }, extra)
    }
  }

  #extra(depth: number): Extra {
    const extra: Extra = {}
    if (this.#random.chance(0.08)) extra.when = this.#random.pick(['inputs.yes', 'inputs.no'])
    const kind = this.#random.weighed({ fail: 6, continue: 2, steps: depth < 3 ? 1.5 : 0 })
    if (kind === 'continue') extra.onError = 'continue'
    if (kind === 'steps') extra.onError = { steps: this.#steps(depth + 1, false) }
    return extra
  }

  #callExtra(): Extra {
    const extra: Extra = {}
    if (this.#random.chance(0.75)) extra.retry = this.#retry()
    if (this.#random.chance(0.3)) extra.timeoutMs = this.#random.between(20, 10_000)
    if (this.#random.chance(0.2)) extra.approval = this.#approval()
    return extra
  }

  /** Of a workflow's own memory, or of that which all share. */
  #memory(id: string): Step {
    const tool = this.#random.weighed({ only_new: 3, count_up: 1.5, changed: 1 })
    const args = {
      only_new: { list: { $: 'inputs.items' }, onFail: this.#random.pick(['keep', 'release']) },
      count_up: { key: 'n' },
      changed: { key: 'c', value: { $: 'inputs.items' } },
    }[tool]
    const shared = this.#random.chance(0.5) ? { memory: 'shared' } : {}
    const body = { kind: 'tool', server: null, tool, args: { ...args, ...shared }, effect: 'write' } as const
    return { id, title: id, ...body }
  }

  /** Nobody approves, who could give other arguments. */
  #memoryExtra(): Extra {
    const { approval: _, ...extra } = this.#callExtra()
    return extra
  }

  #retry(): RetryPolicy {
    const maxAttempts = this.#random.between(2, 4)
    const park = this.#random.chance(0.35)
    // Without a pause the next attempt is part of the commit that the last one's failure is in.
    const backoffMs = this.#random.chance(0.25) ? 1 : this.#random.between(10, 2_000)
    return { maxAttempts, backoffMs, ...(park && { park }) }
  }

  #approval(): ApprovalPolicy {
    return {
      message: 'May it?',
      onTimeout: this.#random.pick(['approve', 'deny', 'fail'] as const),
      onDeny: this.#random.pick(['fail', 'continue'] as const),
      quorum: this.#random.chance(0.3) ? 2 : 1,
      notStarter: this.#random.chance(0.3),
      ...(this.#random.chance(0.4) && { assignees: [emails[0], emails[1]] }),
    }
  }

  #timeout(): Extra {
    return this.#random.chance(0.4) ? { timeoutMs: this.#random.between(100, 90_000) } : {}
  }

  #wait(): Block {
    const forMs = this.#random.chance(0.7)
      ? this.#random.between(1, 5_000)
      : this.#random.between(5_000, 200_000)
    if (this.#random.chance(0.5)) return { kind: 'wait', for: forMs }
    if (this.#random.chance(0.2)) return { kind: 'wait', until: 1_700_000_000_000 + forMs }
    return { kind: 'wait', event: this.#random.pick(eventNames) }
  }
}
