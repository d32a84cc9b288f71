// An SMTP server on loopback that takes every mail, unless a test has it refuse some.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import tap from 'tap'

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

/** Ended with the test file. */
export async function startSmtp(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ from, to, text: Buffer.concat(chunks).toString() })
        callback()
      })
    },
    ...options,
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  let isClosed = false
  const close = () =>
    new Promise<void>(resolve => {
      if (isClosed) return resolve()
      isClosed = true
      server.close(() => resolve())
    })
  tap.teardown(close)
  return { url: `smtp://127.0.0.1:${port}`, port, received, close }
}
