// One execution, as its durable events tell: what the laws remember of it.
import type { Event } from '../../actors/execution/protocol.ts'
import type { Json } from '../../domain/json.ts'
import type { ApprovalRequest } from '../../domain/work/approval.ts'
import type { ExecutionStatus, StartExecution } from '../../domain/work/execution.ts'
import type { StepLaws } from './laws/step-laws.ts'

export class Story {
  readonly id: string
  readonly start: StartExecution
  readonly steps: StepLaws
  status: ExecutionStatus = 'queued'
  events = 0
  cu = 0
  end: { readonly output: Json; readonly event: number } | null = null
  /** A host knows that it has ended: from here on nothing begins. */
  isEndKnown = false
  isParentTold = false
  readonly requests = new Map<string, { readonly path: string; readonly request: ApprovalRequest }>()
  readonly votes = new Map<string, Set<string>>()
  readonly decisions = new Map<string, Extract<Event, { type: 'approval-decided' }>>()
  /** Types of its events, the first at 0. */
  readonly types: string[] = []
  readonly intents = new Set<string>()
  /** How many events lie in its inbox, by what is in them. */
  readonly inbox = new Map<string, number>()
  /** Bodies of events that it received or gave to steps. */
  readonly received = new Set<string>()

  readonly startedAt: number

  constructor(id: string, { start, steps, at }: { start: StartExecution; steps: StepLaws; at: number }) {
    this.id = id
    this.startedAt = at
    this.start = start
    this.steps = steps
  }
}
