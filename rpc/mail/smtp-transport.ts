// Sends mails to the SMTP server of SMTP_URL, one connection per mail. Called by http/mail/mail.ts. The
// operator chose the server, so it may stand on a private network whatever the policy for tools; no other
// host is ever contacted.
// 1. A password leaves over TLS only, except to this machine.
// 2. An attempt ends by its deadline.
import type { NodemailerError } from 'nodemailer'
import { createOutboundSocket } from '../outbound/outbound-socket.ts'

export interface Letter {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
}

export interface MailTransport {
  /**
   * Resolves when the server has accepted the mail.
   * @throws {MailRefusal}
   */
  send(letter: Letter): Promise<void>
}

/** The server did not accept a mail. */
export class MailRefusal extends Error {
  /** It never will (SMTP 5xx about the recipient or the message). */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean, cause: unknown) {
    super(message, { cause })
    this.name = 'MailRefusal'
    this.isFinal = isFinal
  }
}

const connectMs = 10_000
const totalMs = 60_000

/** @param url `smtp://user:password@host:587` or `smtps://...`; checked by domain/settings/settings.ts */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const { host, port, secure, auth, isLocal } = readUrl(url)
  const sockets = createOutboundSocket('open')
  return {
    async send({ id, to, subject, text, html }) {
      const { createTransport } = await import('nodemailer')
      const signal = AbortSignal.timeout(totalMs)
      try {
        const connection = await sockets.connect({ host, port, tls: secure, timeoutMs: connectMs, signal })
        const transport = createTransport({
          ...{ host, port, connection, secure, secured: secure },
          ...(auth === null ? {} : { auth, requireTLS: !secure && !isLocal }),
          greetingTimeout: connectMs,
          socketTimeout: connectMs,
          maxResponseSize: 64 * 1024,
          name: new URL(`http://${from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')}`).hostname,
        })
        try {
          const headers = { 'Auto-Submitted': 'auto-generated' }
          const content = { subject, text, ...(html === undefined ? {} : { html }) }
          // As an object: a string could name several recipients.
          const envelope = { from, to: { name: '', address: to }, messageId: messageIdOf(id, from) }
          await transport.sendMail({
            ...envelope,
            ...content,
            headers,
            disableFileAccess: true,
            disableUrlAccess: true,
          })
        } finally {
          transport.close()
          connection.destroy()
        }
      } catch (error) {
        throw refusalOf(error as NodemailerError, signal.aborted)
      }
    },
  }
}

/** The same at every attempt, so that a mailbox recognises a duplicate. */
function messageIdOf(id: string, from: string): string {
  return `<${id}@${from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')}>`
}

function readUrl(text: string) {
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const user = decodeURIComponent(url.username)
  const auth = user === '' ? null : { user, pass: decodeURIComponent(url.password) }
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)
  return { host, port: Number(url.port) || (secure ? 465 : 587), secure, auth, isLocal }
}

/** 4xx may pass, and so may trouble with the connection or our own account. */
function refusalOf(error: NodemailerError, isLate: boolean): MailRefusal {
  const { responseCode, code, message } = error
  if (isLate) return new MailRefusal(`the server did not take it within ${totalMs} ms`, false, error)
  const isOurs = code === 'EAUTH' || code === 'ETLS'
  const isFinal = responseCode !== undefined && responseCode >= 500 && !isOurs
  return new MailRefusal(message, isFinal, error)
}
