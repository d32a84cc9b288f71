// The notifications for a subscriber of /rpc: changed lists, and the progress of the executions that it
// names. An execution is watched once it is known that the caller may see it. Each change reads it again, one
// read at a time.
import type { Change } from '../../domain/news/change.ts'
import { parseResource } from '../../rpc/surface/resource-uri.ts'
import type { ChangeInterest, SurfaceChange } from '../../rpc/surface/surface.ts'
import { visibleExecution } from './execution-access.ts'
import type { ExecutionTasks } from './execution-tasks.ts'
import type { ToolCallContext } from './service-tools.ts'
import type { ToolOffer } from './tool-offer.ts'

export interface ChangeFeedParts {
  readonly callContext: ToolCallContext
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
    const { caller, services } = parts.callContext
    this.#ends.push(services.changes.listen(caller.organizationId, change => this.#onChange(change)))
    for (const uri of resources) this.#watchResource(uri)
    for (const id of tasks) this.#watch(id, () => this.#tellTask(id))
  }

  close(): void {
    this.#isClosed = true
    for (const end of this.#ends.splice(0)) end()
  }

  #onChange(change: Change): void {
    if (change.type !== 'tools' && change.type !== 'workflow') return
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

  /** Sends nothing about an execution that the caller may not see. */
  #watch(id: string, tell: () => Promise<void>): void {
    const { callContext, offer } = this.#parts
    const begin = async () => {
      await visibleExecution(callContext, await offer(), id)
      if (!this.#isClosed) this.#ends.push(callContext.services.watch(id, coalesce(tell)))
    }
    begin().catch(ignore)
  }

  async #tellTask(id: string): Promise<void> {
    const task = await this.#parts.tasks.get(id)
    if (!this.#isClosed) this.#listener({ type: 'task', task })
  }
}

/** Runs one at a time. Calls during a run cause one more run after it. */
function coalesce(run: () => Promise<void>): () => void {
  let isRunning = false
  let isAsked = false
  return function ask() {
    isAsked = true
    if (isRunning) return
    isRunning = true
    isAsked = false
    run()
      .catch(ignore)
      .finally(() => {
        isRunning = false
        if (isAsked) ask()
      })
  }
}

/** Ignores a failed read, because a subscription has no way to report it. The next change reads again. */
function ignore(): void {}
