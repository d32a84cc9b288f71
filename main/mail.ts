// The mailer of a service, by its settings: over SMTP, or into the outbox when SMTP_URL is not set.
import type { Settings } from '../domain/settings/settings.ts'
import { createMailer, type Mailer, type MailParts } from '../http/mail/mail.ts'
import { createSmtpTransport } from '../rpc/mail/smtp-transport.ts'
import type { MailStore } from '../storage/notifications/mails.ts'

export function openMail(settings: Settings, mails: MailStore, log: MailParts['log']): Mailer {
  const { smtpUrl, mailFrom, appUrl, isProduction } = settings
  if (smtpUrl === null) {
    const warning = 'SMTP_URL is not set: no mail is sent, and nobody can reset a password'
    if (isProduction) log.warn({}, warning)
    return createMailer({ mails, transport: null, log })
  }
  const from = mailFrom ?? `Troupe <troupe@${new URL(appUrl).hostname}>`
  return createMailer({ mails, transport: createSmtpTransport(smtpUrl, from), log })
}
