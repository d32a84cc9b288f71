// What people do: start, cancel, decide (several at once), send events, retry, look. Every reply that they
// get must be about durable events.
import { subjectOf } from '../../../domain/work/approval-subject.ts'
import { isTerminal } from '../../../domain/work/execution.ts'
import type { ApprovalRow } from '../../../domain/work/projection.ts'
import { organizationId } from '../../support/execution.ts'
import type { Story } from '../story.ts'
import { Asks } from './asks.ts'
import { Starts } from './starts.ts'
import { emails, eventNames, probeWorkflow, starter } from './workflows.ts'
import type { World } from './world.ts'

export class People {
  readonly asks: Asks
  readonly starts: Starts
  readonly #world: World
  #count = 0

  constructor(world: World) {
    this.#world = world
    this.asks = new Asks(world)
    this.starts = new Starts(world, this.asks)
  }

  act(): void {
    const { random } = this.#world.scheduler
    const action = random.weighed({
      start: this.#world.laws.stories.size < 6 ? 6 : 0.5,
      cancel: 1.2,
      decide: 5,
      event: 2.5,
      continue: 1,
      look: 1,
      fork: 1,
      echo: 1.5,
      schedule: this.#world.timetables.length > 0 ? 1.5 : 0,
    })
    this.#world.scheduler.trace(`somebody: ${action}`)
    this.#world.scheduler.count(action)
    this[`_${action}`]()
  }

  _start(): void {
    const workflow = this.#world.scheduler.random.below(probeWorkflow)
    this.starts.start(workflow)
  }

  _cancel(): void {
    const story = this.#someStory()
    if (!story) return
    const { id } = story
    this.asks.ask(`cancel of ${id}`, ({ client }) => client.cancel(organizationId, id), {
      done: view => {
        this.#check(
          view.status === 'cancelled' && story.status === 'cancelled',
          `${id}: cancel was answered, and it is ${story.status}`,
        )
      },
      refused: ({ code }) => {
        if (code === 'execution-ended') this.#check(isTerminal(story.status), `${id}: has not ended`)
        else this.#check(code !== 'not-found', `${id}: was there and is not found`)
      },
    })
  }

  _decide(): void {
    const { random } = this.#world.scheduler
    const rows = [...this.#world.database.approvals.values()]
    const pending = rows.filter(({ status }) => status === 'pending')
    const row = random.pick(pending.length > 0 && random.chance(0.8) ? pending : rows)
    if (!row) return
    for (let racing = random.between(1, 3); racing > 0; racing--) {
      const decision = random.pick(['approve', 'approve', 'deny'] as const)
      this.#decideOne(row, { isStale: random.chance(0.15), decision })
    }
  }

  _event(): void {
    const { random } = this.#world.scheduler
    const story = this.#someStory()
    if (!story) return
    const body = { event: ++this.#count }
    const intent = random.pick([null, `event ${this.#count}`])
    const event = { name: random.pick(eventNames), body, intent }
    for (let times = random.chance(0.2) ? 2 : 1; times > 0; times--) {
      this.asks.ask(
        `event ${this.#count} for ${story.id}`,
        ({ client }) => client.sendEvent(organizationId, story.id, event),
        {
          done: () =>
            this.#check(
              story.received.has(JSON.stringify(body)),
              `${story.id}: an event that was taken is lost`,
            ),
        },
      )
    }
  }

  _continue(): void {
    const story = this.#someStory()
    if (story)
      this.asks.ask(`continue of ${story.id}`, ({ client }) =>
        client.continueParked(organizationId, story.id, {}),
      )
  }

  _look(): void {
    const story = this.#someStory()
    if (!story) return
    this.asks.ask(`why of ${story.id}`, ({ client }) => client.explain(organizationId, story.id))
    this.#world.read(story.id)
  }

  /** Until it is acknowledged, and sometimes again. */
  _schedule(): void {
    const { address, setting } = this.#world.scheduler.random.pick(this.#world.timetables)
    this.asks.ask(`schedule ${address}`, ({ system }) => system.ask(address, { type: 'set', setting }))
  }

  /** A retry that keeps results; often one that takes again what the failed run held. */
  _fork(): void {
    const { random } = this.#world.scheduler
    const ended = [...this.#world.laws.stories.values()].filter(({ end }) => end !== null)
    const held = this.#world.laws.memories.held()
    if (held.length > 0 && random.chance(0.5)) {
      const { run, place } = random.pick(held)
      return this.starts.retry(run, place.split('/')[0]!)
    }
    const story = random.pick(ended)
    if (!story) return
    const fromStep = random.chance(0.5) ? random.pick([...story.steps.begun.keys(), null]) : null
    this.starts.retry(story, fromStep ?? null)
  }

  /** A reply that comes again, or late, from a tool: nothing must come of it. */
  _echo(): void {
    const story = this.#someStory()
    const step = story && this.#world.scheduler.random.pick([...story.steps.begun.keys()])
    if (!step || (story.steps.calls.has(step) && !story.end)) return
    if (story.steps.stepAt(step)?.retry && !story.end && !story.steps.settled.has(step)) return
    const result = { ok: true, output: 'an echo' }
    this.asks.ask(`echo of ${story.id}/${step}`, ({ system }) =>
      system.ask(story.id, { type: 'step-returned', step, result }),
    )
  }

  #decideOne(
    row: ApprovalRow,
    { isStale, decision }: { isStale: boolean; decision: 'approve' | 'deny' },
  ): void {
    const { random } = this.#world.scheduler
    const { laws } = this.#world
    const subject = subjectOf(row)
    if (subject.kind !== 'execution') throw new Error('only executions ask here')
    const { executionId, stepId } = subject
    const story = laws.stories.get(executionId)!
    const isStarter = random.chance(0.1)
    const userId = isStarter ? starter : `user_${++this.#count}`
    const sent = isStarter
      ? ({ decision: 'approve', isStale: false, email: emails[0] } as const)
      : { decision, isStale, email: random.pick(emails) }
    laws.approvals.sent.set(userId, sent)
    const digest = sent.isStale ? 'what was shown before' : random.pick([null, row.digest])
    const args = row.args !== null && random.chance(0.2) ? { n: this.#count } : null
    const by = { userId, role: 'member', email: sent.email }
    const message = {
      organizationId,
      approvalId: row.id,
      decision: sent.decision,
      by,
      note: null,
      args,
      form: null,
      digest,
    }
    this.asks.ask(
      `${sent.decision} of ${row.id} by ${userId}`,
      ({ client }) => client.decide(executionId, message),
      {
        done: () => {
          const isVote = story.votes.get(stepId)?.has(userId)
          this.#check(
            isVote || story.decisions.get(row.id)?.by === userId,
            `${row.id}: ${userId} was told of a decision that is not theirs`,
          )
        },
      },
    )
  }

  #someStory(): Story | undefined {
    const stories = [...this.#world.laws.stories.values()]
    const open = stories.filter(({ end }) => end === null)
    const { random } = this.#world.scheduler
    return random.pick(open.length > 0 && random.chance(0.85) ? open : stories)
  }

  #check(isKept: boolean | undefined, law: string): void {
    this.#world.laws.check(isKept === true, law)
  }
}
