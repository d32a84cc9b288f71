// The laws of approvals: one decision each, by somebody who was asked, about what was shown.
import type { Event } from '../../../actors/execution/protocol.ts'
import type { Story } from '../story.ts'

/** What a person sent as a decision. */
export interface Sent {
  readonly decision: 'approve' | 'deny'
  readonly isStale: boolean
  readonly email: string
}

type Of<T extends Event['type']> = Extract<Event, { type: T }>

export class ApprovalLaws {
  /** User to what they sent; every decision has a user of its own. */
  readonly sent = new Map<string, Sent>()
  readonly #check: (isKept: boolean, law: string) => void

  constructor(check: (isKept: boolean, law: string) => void) {
    this.#check = check
  }

  request(story: Story, { step: path, request }: Of<'approval-requested'>): void {
    this.#check(!story.requests.has(request.id), `${request.id}: requested twice`)
    story.requests.set(request.id, { path, request })
  }

  vote(story: Story, { step, by }: Of<'approval-voted'>): void {
    const votes = story.votes.get(step) ?? new Set()
    this.#check(!votes.has(by), `${story.id}/${step}: ${by} voted twice`)
    story.votes.set(step, votes.add(by))
  }

  decide(story: Story, event: Of<'approval-decided'>, at: number): void {
    const { id, by, decision } = event
    const asked = story.requests.get(id)
    this.#check(!story.decisions.has(id), `${id}: decided twice`)
    story.decisions.set(id, event)
    if (!asked) return this.#check(false, `${id}: decided before it was requested`)
    const { request, path } = asked
    if (decision === 'cancelled') return
    if (by === null) {
      this.#check(request.expiresAt !== null && request.expiresAt <= at, `${id}: expired early`)
      const meant = { approve: 'approved', deny: 'denied', fail: 'expired' }[request.onTimeout]
      return this.#check(decision === meant, `${id}: ${decision} by time`)
    }
    const sent = this.sent.get(by)
    if (!sent) return this.#check(false, `${id}: decided by ${by}, who never did`)
    this.#check(!sent.isStale, `${id}: decided about something that was not shown`)
    this.#check(
      `${sent.decision}d`.replace('denyd', 'denied') === decision,
      `${id}: ${by} said ${sent.decision}`,
    )
    this.#check(
      request.assignees.length === 0 || request.assignees.includes(sent.email),
      `${id}: decided by ${sent.email}, who was not asked`,
    )
    this.#check(!request.notStarter || by !== story.start.startedBy, `${id}: decided by the starter`)
    const votes = (story.votes.get(path)?.size ?? 0) + 1
    if (decision === 'approved') this.#check(votes >= request.quorum, `${id}: approved by ${votes}`)
  }
}
