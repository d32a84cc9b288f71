// The laws of docs/internals/goals.md, checked at every commit when it becomes durable, and at every tool
// call when it begins. They read events and plans only, nothing of the code that they check.

import type { Event } from '../../../actors/execution/protocol.ts'
import { isOurs } from '../../../domain/billing/meter.ts'
import type { Json } from '../../../domain/json.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import type { ToolError } from '../../../domain/tools/tool.ts'
import { type ExecutionError, type ExecutionStatus, isTerminal } from '../../../domain/work/execution.ts'
import type { Projection } from '../../../domain/work/projection.ts'
import type { ToolCall } from '../../../rpc/hub.ts'
import type { Commit } from '../../../runtime/journal.ts'
import type { Scheduler } from '../scheduler.ts'
import { Story } from '../story.ts'
import type { CommitWatcher, Writer } from '../world/database.ts'
import type { Timetable } from '../world/timetables.ts'
import { executionOf, outputOf, type SentCall } from '../world/tool-server.ts'
import type { CallWatcher } from '../world/tools.ts'
import type { Workflows } from '../world/workflows.ts'
import { ApprovalLaws } from './approval-laws.ts'
import { FollowerLaws, follower } from './follower-laws.ts'
import { MemoryLaws } from './memory-laws.ts'
import { type Limits, PlaceLaws } from './place-laws.ts'
import { ScheduleLaws } from './schedule-laws.ts'
import type { ShardLaws } from './shard-laws.ts'
import { StepLaws } from './step-laws.ts'

export class LawBroken extends Error {
  override readonly name = 'LawBroken'
}

const open: readonly ExecutionStatus[] = ['running', 'waiting', 'awaiting_approval']

export interface LawsParts {
  readonly workflows: Workflows
  readonly scheduler: Scheduler
  readonly timetables: readonly Timetable[]
  readonly limits: Limits
}

export class Laws implements CommitWatcher, CallWatcher {
  readonly stories = new Map<string, Story>()
  /** By address. */
  readonly schedules: ReadonlyMap<string, ScheduleLaws>
  readonly approvals = new ApprovalLaws((isKept, law) => this.check(isKept, law))
  readonly followers = new FollowerLaws(this.stories, (isKept, law) => this.check(isKept, law))
  readonly memories: MemoryLaws
  /** Of a cluster. */
  shards: ShardLaws | null = null
  readonly #places: PlaceLaws
  readonly #workflows: Workflows
  readonly #fail: (error: Error) => void
  readonly #count: (what: string) => void
  errorOf: (key: string, code: string) => ToolError | undefined = () => undefined
  takesFailure: (key: string) => boolean = () => false

  constructor({ workflows, scheduler, timetables, limits }: LawsParts) {
    const check = (isKept: boolean, law: string) => this.check(isKept, law)
    this.#places = new PlaceLaws(limits, check)
    this.schedules = new Map(
      timetables.map(timetable => [timetable.address, new ScheduleLaws(timetable, check)]),
    )
    const count = (what: string) => scheduler.count(what)
    this.memories = new MemoryLaws(this.stories, check, count)
    this.#workflows = workflows
    this.#fail = error => scheduler.fail(error)
    this.#count = count
  }

  check(isKept: boolean, law: string): void {
    if (!isKept) this.#fail(new LawBroken(law))
  }

  committed(commit: Commit<Projection>, writer: Writer | null): void {
    if (writer !== null) this.shards?.written(commit.address, writer)
    if (commit.address === follower) {
      for (const what of this.followers.take(commit)) this.#count(what)
      return
    }
    const schedule = this.schedules.get(commit.address)
    if (schedule === undefined) return this.#executed(commit)
    for (const { type } of JSON.parse(commit.body) as { type: string }[]) this.#count(type)
    schedule.take(commit)
  }

  #executed({ address, seq, at, body }: Commit<Projection>): void {
    const events = JSON.parse(body) as Event[]
    const before = this.stories.get(address)
    this.check(events.length > 0, `${address}: an entry without events`)
    this.check(seq === (before?.events ?? 0) + 1, `${address}: a gap before ${seq}`)
    try {
      for (const event of events) {
        this.#count(event.type)
        this.#take(address, event, at)
      }
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  acknowledged({ address, body }: Commit<Projection>): void {
    const story = this.stories.get(address)
    if (story && body.includes('"type":"ended"')) story.isEndKnown = true
  }

  callBegins({ idempotencyKey: key }: ToolCall, isUnderWay: boolean, isOwn: boolean): void {
    this.check(isOwn, `${key}: begun on a node that does not have it`)
    this.check(!isUnderWay, `${key}: called while it is under way`)
  }

  callIsSent({ key, args, tool, isOwn }: SentCall): void {
    const id = executionOf(key)
    const path = key.slice(id.length + 1)
    const story = this.stories.get(id)
    if (!story) return this.check(false, `${key}: a call of an execution that is not durable`)
    // A node that slept in the middle of a call may send it when it wakes: the key is what protects then.
    if (!isOwn) this.#count('call of a node that lost it')
    const isLate = isOwn && story.isEndKnown
    this.check(!isLate, `${key}: a call after the execution ended as ${story.status}`)
    const input = story.steps.begun.get(path)
    this.check(input !== undefined, `${key}: a call of a step whose beginning is not durable`)
    this.check(
      JSON.stringify(args) === input,
      `${key}: called with ${JSON.stringify(args)}, journal says ${input}`,
    )
    const step = this.#stepAt(story, path)
    this.check(step?.kind === 'tool' && step.tool === tool, `${key}: called ${tool}`)
    const gate = story.steps.openGate(path)
    this.check(gate === null, `${key}: called before the approval ${gate}`)
  }

  #take(address: string, event: Event, at: number): void {
    if (event.type === 'started') {
      this.check(!this.stories.has(address), `${address}: started twice`)
      const plan = this.#workflows.planOf(event.start.versionId)
      const steps = new StepLaws(plan, event.start.forkedFrom?.kept ?? {}, (isKept, law) =>
        this.check(isKept, `${address}/${law}`),
      )
      const story = new Story(address, { start: event.start, steps, at })
      this.stories.set(address, story)
      if (event.start.parent) this.schedules.get(event.start.parent.id)?.started(story)
    }
    const story = this.stories.get(address)
    if (!story) return this.check(false, `${address}: begins with ${event.type}`)
    story.events = story.types.push(event.type)
    if (event.intent !== undefined) {
      this.check(!story.intents.has(event.intent), `${address}: the intent ${event.intent} was taken twice`)
      story.intents.add(event.intent)
    }
    if (story.end) return this.#afterEnd(story, event)
    this.#meter(story, event)
    if ('step' in event) story.steps.take(event, at)
    switch (event.type) {
      case 'status-changed':
        return this.#move(story, event.status)
      case 'ended':
        this.check(isTerminal(story.status), `${address}: ended while ${story.status}`)
        this.#checkError(story, event.error, at)
        story.end = { output: event.output, event: story.events }
        return
      case 'event-received':
        story.received.add(JSON.stringify(event.body))
        this.#putIntoInbox(story, event.body, 1)
        return
      case 'step-completed':
        story.received.add(JSON.stringify(event.output))
        if (event.taken !== undefined) this.#putIntoInbox(story, event.output, -1)
        return this.#checkOutput(story, event)
      case 'attempt-failed': {
        const key = `${address}/${event.step}`
        const error = this.errorOf(key, event.error.code)
        this.check(
          error?.retryable === true && error.code !== 'aborted',
          `${key}: tried again after ${error?.code}`,
        )
        this.check(this.takesFailure(key), `${key}: more attempts failed than calls`)
        this.check(event.retryAt >= at + (error?.retryAfterMs ?? 0), `${key}: Retry-After is not honoured`)
        return
      }
      case 'approval-requested':
        return this.approvals.request(story, event)
      case 'approval-voted':
        return this.approvals.vote(story, event)
      case 'approval-decided':
        return this.approvals.decide(story, event, at)
    }
  }

  #afterEnd(story: Story, event: Event): void {
    this.check(
      event.type === 'child-cancelled' || event.type === 'parent-told' || event.type === 'follower-told',
      `${story.id}: ${event.type} after the end`,
    )
    if (event.type !== 'parent-told') return
    this.check(!story.isParentTold, `${story.id}: told its parent twice`)
    story.isParentTold = true
  }

  #move(story: Story, to: ExecutionStatus): void {
    const { id, status: from } = story
    const isAlong =
      from === 'queued' ? to !== 'queued' : open.includes(from) && to !== 'queued' && to !== from
    this.check(isAlong, `${id}: status moves from ${from} to ${to}`)
    this.#places.move(story, to)
    story.status = to
  }

  #putIntoInbox({ id, inbox }: Story, body: Json, times: number): void {
    const name = JSON.stringify(body)
    const left = (inbox.get(name) ?? 0) + times
    this.check(left >= 0, `${id}: took the event ${name} more often than it came`)
    inbox.set(name, left)
  }

  #checkError({ id, start, startedAt }: Story, error: ExecutionError | null, at: number): void {
    this.check(error?.code !== 'aborted', `${id}: failed because a call was given up`)
    if (error?.code !== 'deadline-exceeded' || error.step !== null) return
    const deadline = this.#workflows.planOf(start.versionId).deadline!
    this.check(at >= startedAt + deadline.ms, `${id}: its deadline came early`)
  }

  /** One unit for the start, one for each call that began; none when it was given up. */
  #meter(story: Story, event: Event): void {
    if (event.type === 'started') story.cu = 1
    if (event.type === 'ended' && event.error?.code === 'parked' && event.error.step === null) story.cu = 0
    if (!('step' in event) || this.#stepAt(story, event.step)?.kind !== 'tool') return
    const isFailure =
      event.type === 'attempt-failed' || event.type === 'step-failed' || event.type === 'step-parked'
    // What the service itself refused costs nothing.
    if (isFailure && isOurs(event.error)) {
      if (!('input' in event)) story.cu--
    } else if (event.type === 'step-started' || 'input' in event) story.cu++
  }

  /** What a tool answered is what the journal says. */
  #checkOutput(story: Story, event: Extract<Event, { type: 'step-completed' }>): void {
    const step = this.#stepAt(story, event.step)
    if (step?.kind === 'tool' && step.effect !== 'pure' && step.server === null)
      return this.memories.take(story, step, event)
    if (step?.kind !== 'tool' || step.server === null || !story.steps.hasOwnResult(event.step)) return
    const key = `${story.id}/${event.step}`
    if (event.kept) {
      const kept = story.start.forkedFrom?.kept[event.step]
      this.check(JSON.stringify(kept) === JSON.stringify(event.output), `${key}: kept another result`)
    } else this.check(event.output === outputOf(key), `${key}: recorded ${event.output}`)
  }

  #stepAt(story: Story, path: string): Step | undefined {
    return story.steps.stepAt(path)
  }
}
