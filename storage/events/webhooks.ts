// Webhooks: what Settings > Webhooks changes. Routes call this.
// 1. A change and its entry in the audit log are one transaction. It counts the revision up, and after the
//    commit the actor learns of it (actors/webhook/client.ts).
// 2. Secrets go in sealed; only hosts open them.

import { Failure, notFound } from '../../domain/failure.ts'
import {
  type CreateWebhook,
  newWebhookSecret,
  type UpdateWebhook,
  type Webhook,
  type WebhookSetting,
  webhookBounds,
} from '../../domain/news/webhook.ts'
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import { auditStore } from '../accounts/audit.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { Queries } from '../postgres/statement.ts'
import type { Vault } from '../secrets/vault.ts'
import { type SealedSecrets, signingSecrets, webhookSecretContext } from './webhook-secrets.ts'
import * as sql from './webhook-statements.ts'

export type WebhookStore = ReturnType<typeof webhookStore>

/**
 * @param onChange called when the set of webhooks may have changed, so that readers in other threads read
 *   again
 */
export function webhookStore(
  database: Database,
  vault: Vault,
  onChange: (organizationId: string, id: string) => void,
) {
  const audit = auditStore(database)

  /** Changes one webhook, writes the audit entry, and calls `onChange`. @throws {Failure} not-found */
  async function change<Row extends Webhook>(
    { actor, action, details = {} }: Act,
    id: string,
    apply: (queries: Queries) => Promise<Row | undefined>,
  ): Promise<Row> {
    const { organizationId } = actor.caller
    try {
      return await database.atomically(async queries => {
        const row = await apply(queries)
        if (row === undefined) throw notFound('webhook')
        await audit.record(
          entryOf(actor, action, { type: 'webhook', id, name: hostOf(row.url) }, details),
          queries,
        )
        return row
      })
    } finally {
      onChange(organizationId, id)
    }
  }

  async function get(organizationId: string, id: string): Promise<Webhook> {
    const [row] = await database.query<Webhook>(sql.find, [organizationId, id])
    if (row === undefined) throw notFound('webhook')
    return row
  }

  return {
    /** @throws {Failure} not-found */
    get,

    async list(organizationId: string, page: PageRequest): Promise<Page<Webhook>> {
      const before = idBefore('webhook', page)
      const rows = await database.query<Webhook>(sql.list, [organizationId, before, page.limit + 1])
      return pageOf(rows, page, row => row)
    },

    /**
     * The webhook gets the events from now on.
     * @throws {Failure} conflict: there are too many, or this id was made before
     */
    async create(actor: Actor, id: string, { url, events, description = null }: CreateWebhook) {
      const { organizationId, userId } = actor.caller
      const secret = newWebhookSecret()
      const sealed = vault.seal(secret, webhookSecretContext({ organizationId, id }))
      const values = [id, organizationId, url, [...new Set(events)], description, sealed, userId, Date.now()]
      const act = { actor, action: 'webhook.created', details: { events } } as const
      try {
        const webhook = await change(act, id, async queries => {
          await queries.query(sql.lock, [organizationId])
          const [row] = await queries.query<Webhook>(sql.insert, [...values, webhookBounds.perOrganization])
          if (row === undefined) throw tooMany()
          return row
        })
        return { ...webhook, secret }
      } catch (error) {
        throw breaksUnique(error, 'webhooks_pkey') ? madeBefore() : error
      }
    },

    /** @throws {Failure} not-found */
    update(actor: Actor, id: string, { url, events, description, active }: UpdateWebhook): Promise<Webhook> {
      const { organizationId } = actor.caller
      const columns = [
        url ?? null,
        events ? [...new Set(events)] : null,
        description !== undefined,
        description,
      ]
      const fields = Object.entries({ url, events, description, active }).filter(
        ([, value]) => value !== undefined,
      )
      const details = { changed: fields.map(([name]) => name) }
      return change({ actor, action: 'webhook.updated', details }, id, async queries => {
        const values = [organizationId, id, ...columns, active ?? null, Date.now()]
        const [row] = await queries.query<Webhook>(sql.update, values)
        return row
      })
    },

    /** Old and new secret both sign for `overlapSeconds`. @throws {Failure} not-found */
    async rotateSecret(actor: Actor, id: string, overlapSeconds: number) {
      const { organizationId } = actor.caller
      const secret = newWebhookSecret()
      const sealed = vault.seal(secret, webhookSecretContext({ organizationId, id }))
      const until = overlapSeconds === 0 ? null : Date.now() + overlapSeconds * 1_000
      const act = { actor, action: 'webhook.secret-rotated', details: { overlapSeconds } } as const
      const webhook = await change(act, id, async queries => {
        const [row] = await queries.query<Webhook>(sql.rotate, [organizationId, id, sealed, until])
        return row
      })
      return { ...webhook, secret }
    },

    /**
     * It is gone for every reader at once; retention removes its deliveries later. @throws {Failure}
     * not-found
     */
    async remove(actor: Actor, id: string): Promise<void> {
      const { organizationId } = actor.caller
      await change({ actor, action: 'webhook.deleted' }, id, async queries => {
        const [row] = await queries.query<Webhook>(sql.remove, [organizationId, id, Date.now()])
        return row
      })
    },

    /** The newest first. @throws {Failure} not-found; {VaultError} */
    async secrets(organizationId: string, id: string): Promise<string[]> {
      const [row] = await database.query<SealedSecrets>(sql.secrets, [organizationId, id])
      if (row === undefined) throw notFound('webhook')
      return signingSecrets(vault, { organizationId, id }, row, Date.now())
    },

    /** @throws {Failure} not-found */
    async setting(organizationId: string, id: string): Promise<WebhookSetting> {
      const [row] = await database.query<WebhookSetting>(sql.setting, [organizationId, id])
      if (row === undefined) throw notFound('webhook')
      return row
    },

    unsynced: (after: string, limit: number) => database.query<WebhookSetting>(sql.unsynced, [after, limit]),

    async markSynced({ organizationId, id, revision }: WebhookSetting): Promise<void> {
      await database.query(sql.markSynced, [organizationId, id, revision])
    },
  }
}

interface Act {
  readonly actor: Actor
  readonly action: `webhook.${string}`
  readonly details?: Readonly<Record<string, string | number | readonly string[]>>
}

/** The path of a URL may hold a secret, so audit entries name the host only. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

function tooMany(): Failure {
  return new Failure('conflict', `the organization has ${webhookBounds.perOrganization} webhooks: delete one`)
}

function madeBefore(): Failure {
  return new Failure('conflict', 'this webhook was made before, and its secret is not shown again: rotate it')
}
