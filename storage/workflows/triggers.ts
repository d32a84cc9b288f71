// Triggers of workflows. Routes and the chore of completions call this.
// 1. Of a token only its hash is stored, and its secret is sealed.
// 2. Hooks are cached by their token; every write of a trigger or of its workflow drops them.
// 3. Hosts write the events that completion triggers need only where there are such triggers
//    (storage/events/event-subscribers.ts), so every write is announced to them.
import { Failure, notFound } from '../../domain/failure.ts'
import type { InputMapping } from '../../domain/work/starts/input-mapping.ts'
import { triggerBounds } from '../../domain/work/trigger.ts'
import { CachedFacts } from '../cached-facts.ts'
import { BoundedCache } from '../postgres/bounded-cache.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'
import type { Vault } from '../secrets/vault.ts'
import * as sql from './trigger-statements.ts'

/** As it is stored, without its secret. */
export interface TriggerSettings {
  readonly inputs: InputMapping | null
  readonly verification: { readonly kind: VerificationKind; readonly toleranceSeconds: number } | null
  readonly deduplication: { readonly header: string } | { readonly expression: string } | null
  readonly on: 'completed' | 'failed' | 'both' | null
  /** Id of the version that runs while the active one needs review (storage/workflows/serving.ts). */
  readonly servedBy?: string
  /** Its id in the plan that says it (storage/workflows/plan-triggers.ts). */
  readonly startId?: string
}

export type VerificationKind = 'none' | 'bearer' | 'github' | 'stripe' | 'slack' | 'standard'

export interface StoredTrigger extends TriggerSettings {
  readonly id: string
  readonly organizationId: string
  readonly workflowId: string
  readonly kind: 'hook' | 'completion'
  readonly enabled: boolean
  /** Of a completion: the workflow that it watches. */
  readonly sourceId: string | null
  readonly sealedSecret: string | null
  readonly createdBy: string
  /** The API key with which it was made or last changed; null: by a person. */
  readonly keyId: string | null
  readonly createdAt: number
  readonly updatedAt: number
  /** The prompt says it, and nobody has changed it. */
  readonly fromPrompt: boolean
  readonly lastError: { readonly message: string; readonly at: number } | null
}

export interface NewTrigger {
  readonly id: string
  readonly organizationId: string
  readonly workflowId: string
  readonly kind: 'hook' | 'completion'
  readonly enabled: boolean
  readonly settings: TriggerSettings
  readonly sourceId: string | null
  readonly tokenHash: string | null
  readonly secret: string | null
  readonly createdBy: string
  /** Default: a person's. */
  readonly keyId?: string | null
}

/** Absent: stays as it is. */
export interface TriggerChange {
  readonly enabled?: boolean | undefined
  readonly settings: TriggerSettings
  /** Null removes it. */
  readonly secret?: string | null | undefined
  /** As of StoredTrigger. Default: a person's. */
  readonly keyId?: string | null
}

/** Names one trigger. */
export interface TriggerPlace {
  readonly organizationId: string
  readonly workflowId: string
  readonly id: string
}

/** The end of an execution that something may listen to. */
export interface ExecutionEnd {
  /** In the feed of events. */
  readonly position: number
  readonly organizationId: string
  readonly executionId: string
  readonly workflowId: string
  readonly status: 'completed' | 'failed'
  readonly createdAt: number
}

const cachedHooks = 10_000

export type TriggerStore = ReturnType<typeof triggerStore>

export function triggerStore(database: Database, vault: Vault, facts = new CachedFacts()) {
  const hooks = new BoundedCache<CachedHook>(cachedHooks, { notices: facts })
  facts.listen(what => {
    if (what.type === 'triggers') hooks.deleteWhere(({ trigger }) => trigger.workflowId === what.workflowId)
    if (what.type === 'workflow') hooks.deleteWhere(({ trigger }) => trigger.workflowId === what.id)
    if (what.type === 'organization')
      hooks.deleteWhere(({ trigger }) => trigger.organizationId === what.organizationId)
  })

  function announce({ organizationId, workflowId }: Pick<TriggerPlace, 'organizationId' | 'workflowId'>) {
    facts.announce({ type: 'triggers', organizationId, workflowId })
  }

  const valuesOf = ({ organizationId, workflowId, id }: TriggerPlace) => [organizationId, workflowId, id]

  async function written(place: TriggerPlace, rows: Promise<TriggerRow[]>): Promise<StoredTrigger> {
    const [row] = await rows
    announce(place)
    if (row === undefined) throw notFound('trigger')
    return triggerOf(row)
  }

  return {
    /** @throws {Failure} not-found */
    async get(place: TriggerPlace): Promise<StoredTrigger> {
      const [row] = await database.query<TriggerRow>(sql.find, valuesOf(place))
      if (row === undefined) throw notFound('trigger')
      return triggerOf(row)
    },

    /** All of a workflow, newest first; there are few. */
    async list(organizationId: string, workflowId: string): Promise<readonly StoredTrigger[]> {
      return (await database.query<TriggerRow>(sql.list, [organizationId, workflowId])).map(triggerOf)
    },

    /** @throws {Failure} not-found: the workflow; conflict: too many, or this id was made before */
    async create(trigger: NewTrigger): Promise<StoredTrigger> {
      const { id, organizationId, workflowId, kind, enabled, settings, sourceId, tokenHash, secret } = trigger
      const sealed = secret === null ? null : vault.seal(secret, triggerSecretContext(trigger))
      const values = [
        ...[id, organizationId, workflowId, kind, enabled, JSON.stringify(settings), sourceId, tokenHash],
        ...[sealed, trigger.createdBy, Date.now(), triggerBounds.perWorkflow, trigger.keyId ?? null],
      ]
      try {
        return await database.atomically(async queries => {
          const [workflow] = await queries.query(sql.lock, [organizationId, workflowId])
          if (workflow === undefined) throw notFound('workflow')
          const [row] = await queries.query<TriggerRow>(sql.insert, values)
          if (row === undefined) throw tooMany()
          return triggerOf(row)
        })
      } catch (error) {
        throw breaksUnique(error, 'workflow_triggers_pkey') ? madeBefore() : error
      } finally {
        announce(trigger)
      }
    },

    /** @throws {Failure} not-found */
    update(
      place: TriggerPlace,
      { enabled, settings, secret, keyId = null }: TriggerChange,
    ): Promise<StoredTrigger> {
      const sealed = secret ? vault.seal(secret, triggerSecretContext(place)) : null
      const values = [
        enabled ?? null,
        JSON.stringify(settings),
        secret !== undefined,
        sealed,
        Date.now(),
        keyId,
      ]
      return written(place, database.query<TriggerRow>(sql.update, [...valuesOf(place), ...values]))
    },

    /** The old token counts beside the new one for `overlapSeconds`. @throws {Failure} not-found */
    rotate(
      place: TriggerPlace,
      tokenHash: string,
      overlapSeconds: number,
      keyId: string | null = null,
    ): Promise<StoredTrigger> {
      const now = Date.now()
      const until = overlapSeconds === 0 ? null : now + overlapSeconds * 1_000
      const values = [...valuesOf(place), tokenHash, until, now, keyId]
      return written(place, database.query<TriggerRow>(sql.rotate, values))
    },

    /** @throws {Failure} not-found */
    async remove(place: TriggerPlace): Promise<void> {
      await written(place, database.query<TriggerRow>(sql.remove, valuesOf(place)))
    },

    /** The hook with a token, while it is switched on; null when there is none. */
    async byToken(tokenHash: string, now: number): Promise<StoredTrigger | null> {
      const found = await hooks.get(tokenHash, async () => {
        const [row] = await database.query<TriggerRow & { until: number | null }>(sql.findByToken, [
          tokenHash,
        ])
        return row === undefined ? null : { trigger: triggerOf(row), until: row.until }
      })
      return found === null || (found.until !== null && found.until <= now) ? null : found.trigger
    },

    /** @throws {VaultError} */
    secretOf: (trigger: StoredTrigger) =>
      trigger.sealedSecret === null ? '' : vault.open(trigger.sealedSecret, triggerSecretContext(trigger)),

    /** The completion triggers that the end of an execution concerns. */
    async listening(
      organizationId: string,
      workflowId: string,
      at: number,
    ): Promise<readonly StoredTrigger[]> {
      const rows = await database.query<TriggerRow>(sql.listening, [organizationId, workflowId, at])
      return rows.map(triggerOf)
    },

    async noteError({ organizationId, id }: StoredTrigger, message: string, at: number): Promise<void> {
      await database.query(sql.noteError, [organizationId, id, message, at])
    },

    /**
     * Takes ends of executions from the feed into the queue, and moves the mark past them.
     * @param limit events of the feed
     * @returns whether there may be more
     */
    async takeEnds(limit: number): Promise<boolean> {
      const [taken] = await database.query<{ count: number }>(sql.takeEnds, [limit])
      return (taken?.count ?? 0) >= limit
    },

    /**
     * The oldest ends of each organization in the queue, of so many organizations.
     * @param after the organization that had the last turn
     */
    queuedEnds: (after: string, organizations: number, each: number) =>
      database.query<ExecutionEnd>(sql.queuedEnds, [after, organizations, each]),

    /** They have started what listens to them. */
    async removeEnds(organizationId: string, ends: readonly ExecutionEnd[]): Promise<void> {
      await database.query(sql.removeEnds, [organizationId, ends.map(({ position }) => position)])
    },

    /** The first execution of a chain, of which this one is a part. */
    async rootOf(organizationId: string, executionId: string): Promise<string> {
      const [row] = await database.query<{ root: string | null }>(sql.rootOf, [organizationId, executionId])
      return row?.root ?? executionId
    },

    async chainLength(organizationId: string, executionId: string): Promise<number> {
      const [row] = await database.query<{ length: number }>(sql.chainLength, [organizationId, executionId])
      return row!.length
    },
  }
}

export function triggerSecretContext({ organizationId, id }: Pick<TriggerPlace, 'organizationId' | 'id'>) {
  return `trigger/${organizationId}/${id}`
}

interface CachedHook {
  readonly trigger: StoredTrigger
  /** Until when its token counts; null for as long as it is there. */
  readonly until: number | null
}

type TriggerRow = Omit<StoredTrigger, keyof TriggerSettings | 'lastError'> & {
  readonly settings: string
  readonly error: string | null
  readonly errorAt: number | null
}

function triggerOf({ settings, error, errorAt, ...row }: TriggerRow): StoredTrigger {
  const lastError = error === null ? null : { message: error, at: errorAt! }
  return { ...row, ...(JSON.parse(settings) as TriggerSettings), lastError }
}

function tooMany(): Failure {
  return new Failure('conflict', `the workflow has ${triggerBounds.perWorkflow} triggers: delete one`)
}

function madeBefore(): Failure {
  return new Failure(
    'conflict',
    'this trigger was made before, and its address is not shown again: rotate it',
  )
}
