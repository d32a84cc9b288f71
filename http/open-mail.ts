// The mails of a service as it is configured.
import type { Settings } from '../domain/settings.ts'
import { createSmtpTransport } from '../rpc/mail/smtp-transport.ts'
import type { MailStore } from '../storage/mails.ts'
import { createMailer, type Mailer, type MailParts } from './mail.ts'

export function openMail(settings: Settings, mails: MailStore, log: MailParts['log']): Mailer {
  const { smtpUrl, mailFrom, appUrl, isProduction } = settings
  if (smtpUrl === null) {
    const warning = 'SMTP_URL is not set: no mail leaves, and nobody can reset a password'
    if (isProduction) log.warn({}, warning)
    return createMailer({ mails, transport: null, log })
  }
  const from = mailFrom ?? `Troupe <troupe@${new URL(appUrl).hostname}>`
  return createMailer({ mails, transport: createSmtpTransport(smtpUrl, from), log })
}
