// Mails on their way out: a durable queue. Stores add mails in the transaction of what they tell;
// http/mail/mail.ts sends them. The text of a mail is sealed until it has left and removed afterwards;
// recipient, times and errors stay for a while.
// 1. A mail that is being sent is due again after a lease, so a crash delays it and loses nothing.
// 2. A mail that has left, or was given up, is never due again.
import { newId } from '../../domain/ids.ts'
import { type Mail, mailLifetimeMs, type OutboxMail } from '../../domain/news/mail.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { Queries } from '../postgres/statement.ts'
import type { Sealing } from '../secrets/signing-keys.ts'
import { VaultError } from '../secrets/vault.ts'

export interface DueMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
  /** This one included. */
  readonly attempts: number
  readonly createdAt: number
}

/** How long the row of a sent or abandoned mail is kept. */
const keptMs = 30 * 24 * 3_600_000

/** The context in which a body is sealed. */
export function mailContext(id: string): string {
  return `mail/${id}`
}

export type MailStore = ReturnType<typeof mailStore>

export function mailStore(queries: Queries, sealing: Sealing, now: () => number = Date.now) {
  function bodyOf({ id, sealed }: { id: string; sealed: string }): Body {
    return JSON.parse(sealing.open(sealed, mailContext(id))) as Body
  }

  return {
    /**
     * @param into the transaction of the act that the mail tells of, where there is one. @returns the
     *   mail's id
     */
    async add({ organizationId, to, subject, text, html }: Mail, into: Queries = queries): Promise<string> {
      const id = newId('mail')
      const body: Body = html === undefined ? { text } : { text, html }
      const sealed = sealing.seal(JSON.stringify(body), mailContext(id))
      await into.query(insert, [id, organizationId, to, subject, sealed, now()])
      return id
    },

    /**
     * Takes mails that are due. Each becomes due again after `leaseMs`, unless it is marked sent, given up
     * or put off before. One whose key is not here stays leased: whoever has the key takes it then.
     */
    async take(limit: number, leaseMs: number): Promise<DueMail[]> {
      const rows = await queries.query<DueRow>(take, [now(), limit, now() + leaseMs])
      const due: DueMail[] = []
      for (const { sealed, ...row } of rows) {
        try {
          due.push({ ...row, ...bodyOf({ id: row.id, sealed }) })
        } catch (error) {
          if (!(error instanceof VaultError)) throw error
          await queries.query(postpone, [row.id, now() + leaseMs, error.message])
        }
      }
      return due
    },

    async markSent(id: string): Promise<void> {
      await queries.query(settle, [id, now(), null])
    },

    async giveUp(id: string, error: string): Promise<void> {
      await queries.query(settle, [id, null, error])
    },

    async retryAt(id: string, at: number, error: string): Promise<void> {
      await queries.query(postpone, [id, at, error])
    },

    /** When the next one is due, in Unix ms; null when none is. */
    async nextDueAt(): Promise<number | null> {
      return (await queries.query<{ at: number | null }>(nextDue, []))[0]!.at
    },

    /** Mails that have not left, the newest first, for the developer's outbox. */
    async waiting(page: PageRequest): Promise<Page<OutboxMail>> {
      const rows = await queries.query<DueRow>(waiting, [idBefore('mail', page), page.limit + 1])
      return pageOf(rows, page, ({ id, to, subject, createdAt, sealed }) => {
        const { text, html = null } = bodyOf({ id, sealed })
        return { id, to, subject, text, html, createdAt }
      })
    },

    /** Gives up mails that nobody has sent within a day, and deletes rows after a month. */
    async sweep(): Promise<void> {
      await queries.query(expire, [now() - mailLifetimeMs, 'nobody sent it within a day'])
      await queries.query(remove, [now() - keptMs])
    },
  }
}

interface Body {
  readonly text: string
  readonly html?: string
}

interface DueRow {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly sealed: string
  readonly attempts: number
  readonly createdAt: number
}

const insert = {
  name: 'mails.insert',
  text: `insert into mails (id, organization_id, recipient, subject, sealed_body, next_attempt_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $6)`,
}

const take = {
  name: 'mails.take',
  text: `update mails set attempts = attempts + 1, next_attempt_at = $3
    where id in (select id from mails where next_attempt_at <= $1 order by next_attempt_at limit $2
      for update skip locked)
    returning id, recipient as "to", subject, sealed_body as sealed, attempts, created_at as "createdAt"`,
}

const settle = {
  name: 'mails.settle',
  text: `update mails set sent_at = $2, error = $3, sealed_body = null, next_attempt_at = null where id = $1`,
}

const postpone = {
  name: 'mails.postpone',
  text: 'update mails set next_attempt_at = $2, error = $3 where id = $1 and next_attempt_at is not null',
}

const nextDue = { name: 'mails.next-due', text: 'select min(next_attempt_at) as at from mails' }

const waiting = {
  name: 'mails.waiting',
  text: `select id, recipient as "to", subject, sealed_body as sealed, attempts, created_at as "createdAt"
    from mails where sealed_body is not null and ($1::text is null or id < $1) order by id desc limit $2`,
}

const expire = {
  name: 'mails.expire',
  text: `update mails set sealed_body = null, next_attempt_at = null, error = coalesce(error, $2)
    where next_attempt_at is not null and created_at < $1`,
}

const remove = {
  name: 'mails.remove',
  text: 'delete from mails where sealed_body is null and created_at < $1',
}
