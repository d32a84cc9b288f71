// The laws of memories, read from what steps have answered: nobody is given an item that another has or has
// had for good, a retry gets what its failed run held, and counts count each call once.
import type { Event } from '../../../actors/execution/protocol.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { MemoryPlace } from '../../../domain/memory/memory.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import { organizationId } from '../../support/execution.ts'
import type { Story } from '../story.ts'
import type { Memories } from '../world/memories.ts'

type ToolStep = Extract<Step, { kind: 'tool' }>
type Completed = Extract<Event, { type: 'step-completed' }>

/** Somebody was given an item. */
interface Gift {
  /** The story at the top, whose run holds it, and where in it. */
  readonly run: Story
  readonly place: string
  readonly isKept: boolean
}

export class MemoryLaws {
  readonly #stories: ReadonlyMap<string, Story>
  readonly #check: (isKept: boolean, law: string) => void
  readonly #count: (what: string) => void
  /** By memory and item. */
  readonly #gifts = new Map<string, Gift[]>()
  /** By memory, the counts that steps have got. */
  readonly #counts = new Map<string, { readonly place: MemoryPlace; readonly seen: Set<Json> }>()

  constructor(
    stories: ReadonlyMap<string, Story>,
    check: (isKept: boolean, law: string) => void,
    count: (what: string) => void,
  ) {
    this.#stories = stories
    this.#check = check
    this.#count = count
  }

  /** A call of a tool of memory has its result. */
  take(story: Story, step: ToolStep, event: Completed): void {
    if (event.kept || !story.steps.hasOwnResult(event.step)) return
    const name = (step.args['memory'] as string | undefined) ?? null
    const place = { organizationId, workflowId: story.start.workflowId, name }
    if (step.tool === 'only_new') this.#give(story, step, event, place)
    if (step.tool === 'count_up') this.#counted(story, event, place)
    if (step.tool === 'changed') this.#compared(story, event)
  }

  /** What runs were given that have failed: it belongs to their retries. */
  held(): readonly Gift[] {
    const last = [...this.#gifts.values()].map(gifts => gifts.at(-1)!)
    return last.filter(
      ({ run, isKept }) => !isKept && (run.status === 'failed' || run.status === 'cancelled'),
    )
  }

  /** @param memories as they are in the end */
  checkEnding(memories: Memories): void {
    for (const { place, seen } of this.#counts.values()) {
      const { value } = memories.keysOf(place).get('n')!
      const begun = this.#callsOf(place)
      this.#check(
        Number(value) >= seen.size,
        `${value} were counted, and ${seen.size} calls have their count`,
      )
      this.#check(Number(value) <= begun, `${value} were counted, and ${begun} calls have begun`)
    }
  }

  #give(story: Story, step: ToolStep, event: Completed, place: MemoryPlace): void {
    const { run, path } = topOf(this.#stories, story, event.step)
    const gift = { run, place: path, isKept: step.args['onFail'] === 'keep' }
    const given = new Set(event.output as number[])
    const { list } = inputOf(story, event) as { readonly list: readonly number[] }
    for (const item of new Set(list)) {
      const key = `${memoryOf(place)} ${item}`
      const before = this.#gifts.get(key) ?? []
      if (given.has(item)) {
        this.#checkGift(key, gift, before)
        this.#gifts.set(key, [...before, gift])
      } else this.#checkRefusal(key, gift, before)
    }
  }

  /** Whoever had it has failed, and this is the retry of that, at the same place. */
  #checkGift(key: string, { run, place }: Gift, before: readonly Gift[]): void {
    this.#count(before.length === 0 ? 'item given' : 'item given to a retry')
    for (const earlier of before) {
      this.#check(!earlier.isKept, `${key}: given for good to ${earlier.run.id}, and to ${run.id} again`)
      const isRetry = this.#attemptsBefore(run).includes(earlier.run)
      this.#check(isRetry, `${key}: given to ${earlier.run.id}, and to ${run.id}, which is no retry of it`)
      this.#check(earlier.place === place, `${key}: given at ${earlier.place}, and at ${place} of its retry`)
    }
  }

  /** Who was given it last has failed, and this is its only retry. */
  #checkRefusal(key: string, { run, place }: Gift, before: readonly Gift[]): void {
    const last = before.at(-1)
    if (last === undefined || last.isKept || last.place !== place) return
    if (this.#attemptsBefore(run)[0] !== last.run) return
    const retries = [...this.#stories.values()].filter(({ start }) => start.forkedFrom?.id === last.run.id)
    this.#check(retries.length > 1, `${key}: its retry ${run.id} did not get what ${last.run.id} held`)
  }

  /** The latest first. */
  #attemptsBefore({ start }: Story): readonly Story[] {
    const earlier = this.#stories.get(start.forkedFrom?.id ?? '')
    if (earlier?.status !== 'failed' && earlier?.status !== 'cancelled') return []
    return [earlier, ...this.#attemptsBefore(earlier)]
  }

  #counted(story: Story, event: Completed, place: MemoryPlace): void {
    const id = memoryOf(place)
    const known = this.#counts.get(id) ?? { place, seen: new Set() }
    this.#counts.set(id, known)
    this.#check(
      !known.seen.has(event.output),
      `${story.id}/${event.step}: ${event.output} was counted before`,
    )
    known.seen.add(event.output)
    this.#count('counted')
  }

  /** How many calls have begun that count in it. */
  #callsOf(place: MemoryPlace): number {
    const stories = [...this.#stories.values()]
    return stories.reduce((sum, { steps, start }) => {
      const isCalled = (path: string) => {
        const step = steps.stepAt(path) as ToolStep
        const name = step.args['memory'] ?? null
        return (
          step.tool === 'count_up' &&
          name === place.name &&
          (name !== null || start.workflowId === place.workflowId)
        )
      }
      return sum + [...steps.begun.keys()].filter(isCalled).length
    }, 0)
  }

  #compared(story: Story, event: Completed): void {
    const { changed, before } = event.output as { readonly changed: boolean; readonly before: Json }
    const { value } = inputOf(story, event)
    const isOther = JSON.stringify(before) !== JSON.stringify(value)
    this.#check(changed === isOther, `${story.id}/${event.step}: changed is ${changed}`)
    this.#count('compared')
  }
}

function memoryOf({ workflowId, name }: MemoryPlace): string {
  return name ?? `that of ${workflowId}`
}

function inputOf({ steps }: Story, { step, input }: Completed): JsonObject {
  return (input ?? JSON.parse(steps.begun.get(step)!)) as JsonObject
}

/** The run at the top, and the path there: that of each step that leads to it. */
function topOf(
  stories: ReadonlyMap<string, Story>,
  story: Story,
  path: string,
): { readonly run: Story; readonly path: string } {
  const { parent } = story.start
  const above = stories.get(parent?.id ?? '')
  return above === undefined ? { run: story, path } : topOf(stories, above, `${parent!.step}/${path}`)
}
