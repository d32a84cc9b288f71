// The chore of completion triggers: reads the ends of executions from the feed of events, and starts what
// they trigger. main/chores.ts runs it.
// 1. An end is in the feed because the commit that ended the execution put it there. It goes into a queue
//    when the mark passes it, and leaves that when its starts are durable: none is lost.
// 2. Organizations take turns, so that the many ends of one hold up no other.
// 3. The id of the execution follows from the trigger and the execution that ended, so an end that is taken
//    again starts nothing again.
// 4. What cannot be started is noted on its trigger and passed by; when the service itself is not able to,
//    the end is tried again.
// 5. A chain of such starts ends after `triggerBounds.chain`, and one execution leads to so many only
//    (storage/usage/start-bounds.ts): workflows that trigger each other would run for ever.
import { Failure } from '../../domain/failure.ts'
import { derivedIdAt } from '../../domain/ids.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Execution } from '../../domain/work/execution.ts'
import { triggerBounds } from '../../domain/work/trigger.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { ExecutionEnd, StoredTrigger } from '../../storage/workflows/triggers.ts'
import { startNow, triggeredRunnable } from '../executions/starts.ts'
import type { Intent } from '../pipeline/intent.ts'
import type { Services } from '../services.ts'
import { callerOf } from './deliveries.ts'

/** Events of the feed that one look takes. */
const portion = 1_000
/** Ends of one organization in a turn, whose starts share commits. */
const atOnce = 32
/** Organizations that have a turn together. */
const organizationsAtOnce = 16
/** Longest delay of a start when nothing else happens. */
const idleMs = 250

export function completionChore(services: Services): Chore {
  const { triggers } = services
  let last = ''
  return {
    name: 'completion triggers',
    async work() {
      const hasMore = await triggers.takeEnds(portion)
      const ends = await triggers.queuedEnds(last, organizationsAtOnce, atOnce)
      const turns = [...Map.groupBy(ends, ({ organizationId }) => organizationId)]
      last = turns.at(-1)?.[0] ?? last
      const results = await Promise.allSettled(turns.map(turn => takeTurn(services, ...turn)))
      const failed = results.find(result => result.status === 'rejected')
      if (failed !== undefined) throw failed.reason
      return hasMore || ends.length > 0 ? 0 : idleMs
    },
  }
}

async function takeTurn(services: Services, organizationId: string, ends: readonly ExecutionEnd[]) {
  const done: ExecutionEnd[] = []
  const starting = ends.map(async end => {
    await startAll(services, end)
    done.push(end)
  })
  const results = await Promise.allSettled(starting)
  await services.triggers.removeEnds(organizationId, done)
  const failed = results.find(result => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

async function startAll(
  services: Services,
  { organizationId, createdAt, executionId, workflowId, status }: ExecutionEnd,
): Promise<void> {
  const listening = await services.triggers.listening(organizationId, workflowId, createdAt)
  const wanted = listening.filter(({ on }) => on === 'both' || on === status)
  for (const trigger of wanted) {
    try {
      await start(services, trigger, { executionId, at: createdAt })
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

/** @throws {Failure} conflict: the chain is too long; forbidden: the key that made it; those of a start */
async function start(
  services: Services,
  trigger: StoredTrigger,
  { executionId, at }: { readonly executionId: string; readonly at: number },
): Promise<void> {
  const { organizationId } = trigger
  const ended = await endedExecution(services, organizationId, executionId)
  if (ended === null) return
  await refuseLongChain(services, trigger, executionId)
  const inputs = await inputsOf(services, trigger, ended)
  const terms = await services.organizations.terms(organizationId)
  const runnable = await triggeredRunnable(services, { organizationId, terms }, trigger)
  const intent = intentOf(trigger, executionId, at)
  const cause = { kind: 'completion', ref: executionId } as const
  const caller = await callerOf(services, trigger)
  const root = await services.triggers.rootOf(organizationId, executionId)
  await startNow({ services, caller, intent }, { runnable, inputs, terms, trigger: cause, root }, 0)
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
