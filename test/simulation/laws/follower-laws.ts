// The laws of followers: a chat session hears of the executions that name it only what was so, and tells the
// end of each of them exactly once.
import type { Event } from '../../../actors/chat/protocol.ts'
import { type ExecutionStatus, isTerminal } from '../../../domain/work/execution.ts'
import type { Projection } from '../../../domain/work/projection.ts'
import type { Commit } from '../../../runtime/journal.ts'
import type { Story } from '../story.ts'

type Check = (isKept: boolean, law: string) => void

/** Address of the session that executions of a world may follow. */
export const follower = 'chat_01jd0000000000000000000000'

export class FollowerLaws {
  readonly #stories: ReadonlyMap<string, Story>
  readonly #check: Check
  /** How often the end of an execution was told, by its id. */
  readonly #told = new Map<string, number>()
  readonly #heard = new Map<string, ExecutionStatus>()

  constructor(stories: ReadonlyMap<string, Story>, check: Check) {
    this.#stories = stories
    this.#check = check
  }

  take({ body }: Commit<Projection>): readonly string[] {
    const events = JSON.parse(body) as Event[]
    for (const event of events) {
      if (event.type === 'execution-news') this.#hear(event.execution)
      if (event.type !== 'answered') continue
      for (const part of event.message.parts)
        if (part.type === 'execution' && isTerminal(part.status)) this.#tell(part.executionId, part.status)
    }
    return events.map(({ type }) => (type === 'execution-news' ? 'follower heard' : `chat ${type}`))
  }

  checkEnding(): void {
    for (const { id, start, status } of this.#stories.values()) {
      if (start.follower === undefined) continue
      this.#check(this.#heard.get(id) === status, `${id}: its follower has heard ${this.#heard.get(id)}`)
      const told = this.#told.get(id) ?? 0
      this.#check(told === (isTerminal(status) ? 1 : 0), `${id}: its end was told ${told} times`)
    }
  }

  #hear({ id, status, output }: Extract<Event, { type: 'execution-news' }>['execution']): void {
    const story = this.#stories.get(id)
    if (story === undefined) return this.#check(false, `${id}: its follower hears what is not durable`)
    this.#check(story.start.follower === follower, `${id}: somebody hears of it who does not follow it`)
    if (!isTerminal(this.#heard.get(id) ?? 'queued')) this.#heard.set(id, status)
    if (!isTerminal(status)) return
    this.#check(story.status === status, `${id}: its follower hears ${status}, it is ${story.status}`)
    const { end } = story
    if (end !== null && status === 'completed')
      this.#check(
        JSON.stringify(output) === JSON.stringify(end.output),
        `${id}: its follower hears ${output}`,
      )
  }

  #tell(id: string, status: ExecutionStatus): void {
    this.#check(this.#stories.get(id)?.status === status, `${id}: is told to be ${status}`)
    this.#told.set(id, (this.#told.get(id) ?? 0) + 1)
    this.#check(this.#told.get(id) === 1, `${id}: its end is told again`)
  }
}
