// A delivery to a hook: from the request to the execution that it starts. http/routes/work/hooks.ts calls it.
// 1. Nothing is done before the delivery is verified, and nothing is left of one that is refused.
// 2. A delivery is claimed by its id as a request with an Idempotency-Key is (storage/requests/): the id of
//    the execution follows from the claim, so all its copies start the same one, also at once, and after a
//    kill. The claim stays when the start is refused: another copy then starts that execution or none.
// 3. What is signed starts one execution, whatever id, headers or query come with it.
// 4. Copies that come more than 24 h later are new.

import { chainHeader, rootIn } from '../../domain/chain.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import { type Execution, isTerminal } from '../../domain/work/execution.ts'
import { type HookAnswer, hookTokenHash, isHookToken } from '../../domain/work/trigger.ts'
import { makersBudget } from '../../storage/chat/maker-keys.ts'
import type { StoredTrigger } from '../../storage/workflows/triggers.ts'
import type { IncomingRequest } from '../exchange.ts'
import { startNow, triggeredRunnable } from '../executions/starts.ts'
import { clientOf, rateLimited } from '../limits/limits.ts'
import { type Intent, keyedIntent, unkeyed } from '../pipeline/intent.ts'
import { preferredWait } from '../pipeline/prefer.ts'
import { type Reply, reply } from '../pipeline/reply.ts'
import type { Services } from '../services.ts'
import { type Delivery, deliveryKey, knownDeliveryId, readDelivery } from './delivery.ts'
import { verifyDelivery } from './verification.ts'

/**
 * @throws {Failure} not-found, rate-limited, unauthenticated, invalid-json, validation-failed, and those of a
 *   start
 */
export async function takeDelivery(
  services: Services,
  token: string,
  request: IncomingRequest,
  bytes: Buffer,
): Promise<Reply<HookAnswer>> {
  const now = Date.now()
  const hook = await findHook(services, token, request, now)
  const { kind, toleranceSeconds } = hook.verification!
  const signature = verifyDelivery(kind, {
    request,
    body: bytes,
    secret: services.triggers.secretOf(hook),
    toleranceSeconds,
    now,
  })
  const delivery = readDelivery(request, bytes)
  const challenge = kind === 'slack' ? challengeIn(delivery.body) : null
  // Slack asks this once, when somebody enters the address there.
  if (challenge !== null) return reply({ challenge } as never, { status: 200 })
  const inputs = await inputsOf(services, hook, delivery)
  const deliveryId = await deliveryIdOf(services, hook, delivery)
  const { intent, isDuplicate } = await claim(services, hook, { deliveryId, signature }, now)
  const wait = preferredWait(request)
  const execution = await startOnce(services, {
    hook,
    inputs,
    intent,
    isDuplicate,
    request,
    waitMs: (wait ?? 0) * 1_000,
  })
  return reply(answerOf(execution, isDuplicate), {
    status: wait === null ? 202 : 200,
    headers: wait === null ? {} : { 'Preference-Applied': `wait=${wait}` },
  })
}

/** @throws {Failure} not-found, the same for every token; rate-limited */
async function findHook(
  { triggers, limits }: Services,
  token: string,
  { clientAddress }: IncomingRequest,
  now: number,
): Promise<StoredTrigger> {
  const hook = isHookToken(token) ? await triggers.byToken(hookTokenHash(token), now) : null
  // Who guesses counts by the address, so that looking for hooks ends at 429.
  const standing = await limits.take('hook', () => hook?.id ?? clientOf(null, clientAddress))
  if (standing?.isExceeded) throw rateLimited(standing)
  if (hook === null) throw notFound('hook')
  return hook
}

function challengeIn(body: Json): string | null {
  if (!isObject(body) || body['type'] !== 'url_verification') return null
  const { challenge } = body
  return typeof challenge === 'string' && challenge.length <= 1_000 ? challenge : null
}

async function inputsOf(
  { mappings }: Services,
  { organizationId, inputs }: StoredTrigger,
  delivery: Delivery,
): Promise<JsonObject> {
  if (inputs !== null) return mappings.map({ organizationId }, 'inputs.', inputs, { ...delivery })
  if (delivery.body === null) return {}
  if (isObject(delivery.body)) return delivery.body as JsonObject
  throw new Failure(
    'validation-failed',
    'expected an object as the body, or a mapping of inputs on the trigger',
  )
}

/** Null: the delivery has no id, so each copy counts. */
async function deliveryIdOf(
  { mappings }: Services,
  { organizationId, deduplication, verification }: StoredTrigger,
  delivery: Delivery,
): Promise<Json> {
  if (deduplication === null) return knownDeliveryId(verification!.kind, delivery)
  if ('header' in deduplication) {
    const { header } = deduplication
    const id = delivery.headers[header.toLowerCase()]
    if (id === undefined)
      throw new Failure('validation-failed', `${header}: expected this header, received none`)
    return id
  }
  const mapping = { deduplication: deduplication.expression }
  const { deduplication: id } = await mappings.map({ organizationId }, '', mapping, { ...delivery })
  if (id === null || id === undefined)
    throw new Failure('validation-failed', 'deduplication: expected an id, received null')
  return id
}

interface Known {
  /** May stand where nothing is signed, such as in a header. */
  readonly deliveryId: Json
  readonly signature: string | null
}

async function claim(
  { idempotencyKeys }: Services,
  { organizationId, id }: StoredTrigger,
  { deliveryId, signature }: Known,
  now: number,
): Promise<{ readonly intent: Intent; readonly isDuplicate: boolean }> {
  const client = `${organizationId}/${id}`
  let key = deliveryId === null ? null : deliveryKey(deliveryId)
  if (signature !== null) {
    const signed = deliveryKey(`signature ${signature}`)
    key ??= signed
    // What was signed comes again under another id: it goes by the id of the first one.
    if (key !== signed) key = (await idempotencyKeys.claim({ client, key: signed, hash: key }, now)).hash
  }
  if (key === null) return { intent: unkeyed, isDuplicate: false }
  const { createdAt, isFresh } = await idempotencyKeys.claim({ client, key, hash: 'delivery' }, now)
  // Never fresh to the actor: a copy may have been faster, although this one has claimed.
  return { intent: keyedIntent(client, key, createdAt, true), isDuplicate: !isFresh }
}

interface HookStart {
  readonly hook: StoredTrigger
  readonly inputs: JsonObject
  readonly intent: Intent
  readonly isDuplicate: boolean
  readonly request: IncomingRequest
  readonly waitMs: number
}

async function startOnce(services: Services, start: HookStart): Promise<Execution> {
  const { hook, inputs, intent, isDuplicate, request, waitMs } = start
  const { organizationId } = hook
  if (isDuplicate) {
    const known = await viewed(services, organizationId, intent.newId('execution'), waitMs)
    if (known !== null) return known
  }
  const terms = await services.organizations.terms(organizationId)
  const runnable = await triggeredRunnable(services, { organizationId, terms }, hook)
  const trigger = { kind: 'hook', ref: hook.id } as const
  const root = rootIn(services.chainKey, request.header(chainHeader))
  try {
    const context = { services, caller: await callerOf(services, hook), request, intent }
    return JSON.parse(
      await startNow(context, { runnable, inputs, terms, trigger, root }, waitMs),
    ) as Execution
  } catch (error) {
    if (error instanceof Failure && isForOwner(error))
      await services.triggers.noteError(hook, error.message, Date.now())
    throw error
  }
}

/** Nothing that the sender could mend: whoever has the workflow has to see it. */
function isForOwner({ code }: Failure): boolean {
  return ['forbidden', 'budget-exceeded', 'conflict', 'workflow-needs-review'].includes(code)
}

/**
 * The execution, or null when it has not started. Asked of its row: to look for an actor that is not there,
 * at the moment in which another copy starts it, would refuse that start.
 */
async function viewed(
  { executions, executionClient }: Services,
  organizationId: string,
  id: string,
  waitMs: number,
): Promise<Execution | null> {
  try {
    const found = await executions.get(organizationId, id)
    if (waitMs === 0 || isTerminal(found.status)) return found
    return JSON.parse(await executionClient.view(organizationId, id, waitMs)) as Execution
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return null
    throw error
  }
}

/**
 * Who made the trigger has started what it starts, as with schedules; and the budget of the key that they
 * used holds for it.
 * @throws {Failure} forbidden: that key has ended
 */
export async function callerOf(
  { roles }: Pick<Services, 'roles'>,
  { organizationId, createdBy: userId, keyId }: StoredTrigger,
): Promise<Caller> {
  const held = await makersBudget(roles, { organizationId, keyId, now: Date.now() })
  const key = held === null ? null : { ...held, scopes: [] }
  return { organizationId, userId, role: 'member', key, sessionId: null }
}

function answerOf({ id, status, output, error }: Execution, duplicate: boolean): HookAnswer {
  return { executionId: id, status, duplicate, output, error }
}
