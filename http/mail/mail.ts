// The mails of the service itself, opened by main/mail.ts. A mail is durable first and sent in the
// background, with growing pauses for a day. Without a transport (no SMTP_URL) mails stay in the outbox until
// they expire.
// 1. `send` resolves once the mail is durable; it never waits for an SMTP server.
// 2. At most `atOnce` are sent at a time, and each attempt ends by the transport's deadline.
// 3. Nothing is sent before the chore has begun: a restored copy (main/chores.ts) would send the mails of the
//    original again.
import { type Mail, mailLifetimeMs, mailPauseMs, type OutboxMail } from '../../domain/news/mail.ts'
import type { Page, PageRequest } from '../../domain/page.ts'
import type { MailTransport } from '../../rpc/mail/smtp-transport.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import { Rounds } from '../../runtime/process/rounds.ts'
import type { DueMail, MailStore } from '../../storage/notifications/mails.ts'

export interface MailParts {
  readonly mails: MailStore
  /** Null: mails are not sent. */
  readonly transport: MailTransport | null
  /** Logs why an attempt failed, never the content of the mail. */
  readonly log: { warn(facts: object, message: string): void }
  readonly now?: () => number
  readonly random?: () => number
}

export type Mailer = ReturnType<typeof createMailer>

const atOnce = 4
/** Longer than an attempt may take (rpc/mail/smtp-transport.ts). */
const leaseMs = 120_000
/** Between two looks at the queue when nothing asks for one. */
const restMs = 30_000
const sweepMs = 3_600_000

export function createMailer(parts: MailParts) {
  const { mails, transport, log, now = Date.now, random = Math.random } = parts
  let hasBegun = false
  let sweptAt = Number.NEGATIVE_INFINITY

  async function attempt(mail: DueMail): Promise<void> {
    try {
      await transport!.send(mail)
    } catch (error) {
      const why = (error as Error).message.slice(0, 500)
      log.warn({ mail: mail.id, attempt: mail.attempts, why }, 'a mail could not be sent')
      await settleFailed(mail, why, (error as { isFinal?: boolean }).isFinal === true)
      return
    }
    await mails.markSent(mail.id)
  }

  async function settleFailed({ id, attempts, createdAt }: DueMail, why: string, isFinal: boolean) {
    const at = now() + mailPauseMs(attempts, random())
    if (isFinal || at > createdAt + mailLifetimeMs) await mails.giveUp(id, why)
    else await mails.retryAt(id, at, why)
  }

  /** Sends everything that is due. */
  const rounds = new Rounds(async () => {
    for (let taken = atOnce; taken === atOnce && !rounds.isClosed; ) {
      const due = await mails.take(atOnce, leaseMs)
      await Promise.all(due.map(attempt))
      taken = due.length
    }
  })
  const run = () => (transport === null || !hasBegun ? Promise.resolve() : rounds.run())

  const chore: Chore = {
    name: 'mails',
    // Whichever node stores a mail may send it at once; none sends what another has taken.
    isEverywhere: true,
    async work() {
      hasBegun = true
      if (now() - sweptAt > sweepMs) {
        await mails.sweep()
        sweptAt = now()
      }
      await run()
      const dueAt = transport === null ? null : await mails.nextDueAt()
      return Math.min(restMs, Math.max(1_000, (dueAt ?? Number.POSITIVE_INFINITY) - now()))
    },
  }

  return {
    /** Does mail leave this service? Else nobody may be told that it does. */
    isSending: transport !== null,
    /**
     * Stores a mail to be sent.
     * @throws {Failure} unavailable
     */
    async send(mail: Mail): Promise<void> {
      await mails.add(mail)
      // The chore tries again.
      void run().catch(() => {})
    },
    /** Looks at the queue: another transaction has added mails. */
    nudge: (): void => void run().catch(() => {}),
    /** Mails that were not sent, newest first. */
    outbox: (page: PageRequest): Promise<Page<OutboxMail>> => mails.waiting(page),
    chore,
    /** Sends nothing new, and waits for the mails under way. */
    close: () => rounds.close(),
  }
}
