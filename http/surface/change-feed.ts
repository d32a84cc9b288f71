// What a subscriber of /rpc hears: that lists have changed, and how the executions that it names go on. An execution is
// watched once it is known that the caller may see it, and read again for each change, one reading at a time.
import { parseResource } from '../../rpc/surface/resource-uri.ts'
import type { ChangeInterest, SurfaceChange } from '../../rpc/surface/surface.ts'
import type { Change } from '../../storage/changes.ts'
import type { Visit } from '../service-tools.ts'
import { visibleExecution } from './execution-access.ts'
import type { ExecutionTasks } from './execution-tasks.ts'
import type { ToolOffer } from './tool-offer.ts'

export interface ChangeFeedParts {
  readonly visit: Visit
  readonly offer: () => Promise<ToolOffer>
  readonly tasks: ExecutionTasks
}

type Listener = (change: SurfaceChange) => void

export class ChangeFeed {
  readonly #parts: ChangeFeedParts
  readonly #listener: Listener
  readonly #ends: (() => void)[] = []
  readonly #workflowUris = new Map<string, string>()
  #isClosed = false

  constructor(parts: ChangeFeedParts, listener: Listener, { resources, tasks }: ChangeInterest) {
    this.#parts = parts
    this.#listener = listener
    const { caller, services } = parts.visit
    this.#ends.push(services.changes.listen(caller.organizationId, change => this.#hear(change)))
    for (const uri of resources) this.#watchResource(uri)
    for (const id of tasks) this.#watch(id, () => this.#tellTask(id))
  }

  close(): void {
    this.#isClosed = true
    for (const end of this.#ends.splice(0)) end()
  }

  #hear(change: Change): void {
    if (change.type === 'tools' || change.isTool) this.#listener({ type: 'tools' })
    if (change.type === 'tools') return
    this.#listener({ type: 'prompts' })
    this.#listener({ type: 'resources' })
    const uri = this.#workflowUris.get(change.id)
    if (uri !== undefined) this.#listener({ type: 'resource', uri })
  }

  #watchResource(uri: string): void {
    const name = parseResource(uri)
    if (name?.kind === 'workflow') this.#workflowUris.set(name.id, uri)
    else if (name !== null && name.kind !== 'tool-result')
      this.#watch(name.id, async () => this.#listener({ type: 'resource', uri }))
  }

  /** Of an execution that the caller may not see, nothing is ever told. */
  #watch(id: string, tell: () => Promise<void>): void {
    const { visit, offer } = this.#parts
    const begin = async () => {
      await visibleExecution(visit, await offer(), id)
      if (!this.#isClosed) this.#ends.push(visit.services.watch(id, coalesced(tell)))
    }
    begin().catch(untold)
  }

  async #tellTask(id: string): Promise<void> {
    const task = await this.#parts.tasks.get(id)
    if (!this.#isClosed) this.#listener({ type: 'task', task })
  }
}

/** Runs once more after a run during which it was asked for, and never twice at once. */
function coalesced(run: () => Promise<void>): () => void {
  let isRunning = false
  let isAsked = false
  return function ask() {
    isAsked = true
    if (isRunning) return
    isRunning = true
    isAsked = false
    run()
      .catch(untold)
      .finally(() => {
        isRunning = false
        if (isAsked) ask()
      })
  }
}

/** A subscription has nobody to tell that there is nothing to see, or none to be had now: the next change is read anew. */
function untold(): void {}
