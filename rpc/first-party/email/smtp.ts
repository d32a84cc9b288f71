// Sends one e-mail over one connection to the installation's SMTP server. The guarded socket opens it. TLS
// comes before the password. It closes when the server has accepted the message or the time is up.

import type { NodemailerError, SendMailOptions } from 'nodemailer'
import type { Json } from '../../../domain/json.ts'
import type { StepErrorCode } from '../../../domain/tools/failures/step-errors.ts'
import { invalidArguments, ToolFailure } from '../../builtin/tool.ts'
import { toOutboundError } from '../../outbound/outbound-error.ts'
import { tlsTrust } from '../../outbound/outbound-socket.ts'
import type { FirstPartyContext } from '../first-party-server.ts'
import { inOneLine } from '../rest-failure.ts'

type Security = 'tls' | 'starttls' | 'none'

interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly security: Security
  readonly ca: string | undefined
}

const usualPort = { tls: 465, starttls: 587, none: 25 } as const

/**
 * @throws {ToolFailure}
 * @throws {OutboundError} of the connection
 */
export async function deliver(email: SendMailOptions, context: FirstPartyContext): Promise<Json> {
  const { createTransport } = await import('nodemailer')
  const server = serverOf(context)
  const { host, port, security, ca } = server
  const auth = await authOf(server, context)
  const deadline = AbortSignal.timeout(context.timeoutMs)
  const signal = AbortSignal.any([context.signal, deadline])
  const trust = ca === undefined ? {} : { ca }
  const timeoutMs = Math.min(context.timeoutMs, 10_000)
  const connection = await context.sockets.connect({
    host,
    port,
    tls: security === 'tls',
    ...trust,
    timeoutMs,
    signal,
  })
  const transport = createTransport({
    ...{ host, port, connection },
    ...{ secure: security === 'tls', secured: security === 'tls' },
    ...{ requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
    tls: tlsTrust(ca),
    ...(auth === null ? {} : { auth }),
    greetingTimeout: timeoutMs,
    socketTimeout: context.timeoutMs,
    socketCloseTimeout: 1_000,
    maxResponseSize: 64 * 1024,
    // The name that we give to the server; the default would reveal the host name.
    name: 'troupe.local',
  })
  try {
    const { messageId, accepted = [], rejected = [] } = await transport.sendMail(email)
    return { messageId, accepted, rejected, sent: true }
  } catch (error) {
    if (deadline.aborted) {
      const message = `${host} did not take the e-mail within ${context.timeoutMs} ms`
      throw new ToolFailure('timeout', message, true, { cause: error })
    }
    throw failureOf(error as NodemailerError, host)
  } finally {
    transport.close()
    connection.destroy()
  }
}

function serverOf({ settings }: FirstPartyContext): SmtpServer {
  const security = (settings['security'] ?? 'starttls') as Security
  const { host, port = usualPort[security], ca } = settings
  return { host: String(host), port: Number(port), security, ca: ca === undefined ? undefined : String(ca) }
}

async function authOf({ host, port, security }: SmtpServer, context: FirstPartyContext) {
  const secret = await context.reveal(`smtp://${host}:${port}`)
  if (secret === null) return null
  if (security === 'none')
    throw invalidArguments('a password is sent over TLS only: set security to tls or starttls')
  const { username, password, token } = secret
  if (token !== undefined) {
    return { type: 'OAuth2', user: String(context.settings['from']), accessToken: token } as const
  }
  return { user: username ?? '', pass: password ?? '' }
}

/** SMTP codes: 4xx is temporary, 5xx is final. */
function failureOf(error: NodemailerError, host: string): Error {
  const { code, originalCode, responseCode, response, command } = error
  const said = inOneLine(response ?? '')
  const mayPass = responseCode !== undefined && responseCode >= 400 && responseCode < 500
  const fail = (word: StepErrorCode, message: string, retryable = mayPass) =>
    new ToolFailure(word, message, retryable, { cause: error })
  if (code === 'EAUTH') return fail('not-authorized', `${host} refused user name and password${said}`)
  if (responseCode !== undefined) {
    const asked = command === undefined || command === 'CONN' ? 'the connection' : command
    return fail(mayPass ? 'unavailable' : 'rejected', `${host} refused ${asked}${said}`)
  }
  // An error of the socket or the handshake.
  if (originalCode !== undefined) return toOutboundError({ code: originalCode }, host)
  if (code === 'ETLS')
    return fail('bad-tls', `${host} could not be talked to over TLS${inOneLine(error.message)}`)
  if (code === 'EENVELOPE')
    return fail('invalid-arguments', `${host} was not told${inOneLine(error.message)}`)
  return fail('reset', `${host} broke the connection off${inOneLine(error.message)}`, true)
}
