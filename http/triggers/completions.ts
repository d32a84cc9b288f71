// The chore of completion triggers: reads the ends of executions from the feed of events, and starts what
// they trigger. main/chores.ts runs it.
// 1. An end is in the feed because the commit that ended the execution put it there, and the mark moves when
//    its starts are durable: none is lost.
// 2. The id of the execution follows from the trigger and the execution that ended, so a portion that is
//    read again starts nothing again.
// 3. What cannot be started is noted on its trigger and passed by; when the service itself is not able to,
//    the portion is tried again.
// 4. A chain of such starts ends after `triggerBounds.chain`: workflows that trigger each other would run
//    for ever.
import { Failure } from '../../domain/failure.ts'
import { derivedIdAt } from '../../domain/ids.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Execution } from '../../domain/work/execution.ts'
import { triggerBounds } from '../../domain/work/trigger.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { ExecutionEnd, StoredTrigger } from '../../storage/workflows/triggers.ts'
import { activeRunnable, startNow } from '../executions/starts.ts'
import type { Intent } from '../pipeline/intent.ts'
import type { Services } from '../services.ts'
import { callerOf } from './deliveries.ts'

const portion = 1_000
/** Ends whose starts share commits. */
const atOnce = 32
/** Longest delay of a start when nothing else happens. */
const idleMs = 250

export function completionChore(services: Services): Chore {
  const { triggers } = services
  return {
    name: 'completion triggers',
    async work() {
      const ends = await triggers.ends(portion)
      const wanted = ends.filter(({ body }) => body !== null)
      for (let i = 0; i < wanted.length; i += atOnce) {
        await Promise.all(wanted.slice(i, i + atOnce).map(end => startAll(services, end)))
      }
      const last = ends.at(-1)
      if (last !== undefined) await triggers.moveMark(last.position)
      return last?.isFull ? 0 : idleMs
    },
  }
}

interface EndedData {
  readonly id: string
  readonly workflowId: string
  readonly status: 'completed' | 'failed'
}

async function startAll(
  services: Services,
  { organizationId, createdAt, body }: ExecutionEnd,
): Promise<void> {
  const { data } = JSON.parse(body!) as { readonly data: EndedData }
  const listening = await services.triggers.listening(organizationId, data.workflowId, createdAt)
  const wanted = listening.filter(({ on }) => on === 'both' || on === data.status)
  for (const trigger of wanted) {
    try {
      await start(services, trigger, { executionId: data.id, at: createdAt })
    } catch (error) {
      if (!(error instanceof Failure) || isPassing(error)) throw error
      await services.triggers.noteError(trigger, error.message, Date.now())
    }
  }
}

/** The same start may be possible in a moment. */
function isPassing({ code }: Failure): boolean {
  return code === 'unavailable' || code === 'overloaded' || code === 'rate-limited'
}

/** @throws {Failure} conflict: the chain is too long; those of a start */
async function start(
  services: Services,
  trigger: StoredTrigger,
  { executionId, at }: { readonly executionId: string; readonly at: number },
): Promise<void> {
  const { organizationId, workflowId } = trigger
  const ended = await endedExecution(services, organizationId, executionId)
  if (ended === null) return
  await refuseLongChain(services, trigger, executionId)
  const inputs = await inputsOf(services, trigger, ended)
  const terms = await services.organizations.terms(organizationId)
  const runnable = await activeRunnable(services, { organizationId, terms }, workflowId)
  const intent = intentOf(trigger, executionId, at)
  const cause = { kind: 'completion', ref: executionId } as const
  const caller = callerOf(trigger)
  await startNow({ services, caller, intent }, { runnable, inputs, terms, trigger: cause }, 0)
}

/** Null: retention has removed it meanwhile. */
async function endedExecution({ executions }: Services, organizationId: string, id: string) {
  try {
    return await executions.get(organizationId, id)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return null
    throw error
  }
}

async function refuseLongChain({ triggers }: Services, { organizationId }: StoredTrigger, id: string) {
  const length = await triggers.chainLength(organizationId, id)
  if (length < triggerBounds.chain) return
  const message = `${id} is the end of a chain of ${length} executions that triggered each other: no more are started`
  throw new Failure('conflict', message)
}

async function inputsOf(
  { mappings }: Services,
  { organizationId, inputs }: StoredTrigger,
  { id, status, output, error }: Execution,
): Promise<JsonObject> {
  if (inputs === null) return {}
  return mappings.map({ organizationId }, 'inputs.', inputs, { execution: { id, status, output, error } })
}

function intentOf({ id }: StoredTrigger, executionId: string, at: number): Intent {
  const idOf: Intent['newId'] = kind => derivedIdAt(kind, `${id}/${executionId}`, at)
  return { newId: idOf, isRepeated: true, id: idOf('event') }
}
