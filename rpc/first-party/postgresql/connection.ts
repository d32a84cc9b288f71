// Runs one transaction on its own connection. The guarded socket opens it; the step's deadline or signal ends
// it; it closes in any case.
// 1. Statements are prepared: one statement each, with bound values that are never part of the text.
// 2. The server's timeout is a little shorter than ours.
// 3. A role that is more than a reader or writer of data is refused before anything else.
// 4. At most `maxBytes` of an answer are held.
import type { Socket } from 'node:net'
import { Client } from 'pg'
import { ToolFailure } from '../../builtin/tool.ts'
import { tlsTrust } from '../../outbound/outbound-socket.ts'
import type { FirstPartyContext } from '../first-party-server.ts'
import { failureOf } from './failure.ts'
import { refuseStrongRole } from './role.ts'

/** Per transaction; a tool's output stays within 1 MiB. */
const maxBytes = 8 * 1024 * 1024

export interface Database {
  readonly client: Client
  readonly host: string
}

/**
 * @param mode what the transaction may do; a read-only one is rolled back at its end
 * @throws {ToolFailure} see failureOf; `unknown-outcome` when the connection broke during the commit
 * @throws {OutboundError} of the connection
 */
export async function inTransaction<T>(
  mode: 'read only' | 'read write',
  context: FirstPartyContext,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(context.timeoutMs)
  const { client, host, socket, overflow } = await connect(
    context,
    AbortSignal.any([context.signal, deadline]),
  )
  let isCommitting = false
  try {
    const statementMs = Math.max(100, Math.floor(context.timeoutMs * 0.9) - 100)
    await client.query(
      `begin ${mode}; set local statement_timeout = ${statementMs}; set local timezone = 'UTC'`,
    )
    await refuseStrongRole(client, host)
    const done = await work({ client, host })
    isCommitting = mode === 'read write'
    await client.query(isCommitting ? 'commit' : 'rollback')
    return done
  } catch (error) {
    if (error instanceof ToolFailure) throw error
    if (overflow()) throw new ToolFailure('too-large', `${host} answered with more than ${maxBytes} bytes`)
    if (isCommitting && !('severity' in (error as Error))) {
      const message = `${host} broke the connection off while committing: whether it did is not known`
      throw new ToolFailure('unknown-outcome', message, false, { cause: error })
    }
    if (deadline.aborted)
      throw new ToolFailure('timeout', `${host} took longer than ${context.timeoutMs} ms`, true)
    throw failureOf(error as Error, host)
  } finally {
    void client.end().catch(() => {})
    socket.destroy()
  }
}

async function connect(context: FirstPartyContext, signal: AbortSignal) {
  const { host, port = 5432, database, tls = 'verify', ca } = context.settings
  const target = { host: String(host), port: Number(port) }
  const secret = await context.reveal(`postgresql://${target.host}:${target.port}`)
  const { username, password = '' } = secret ?? {}
  if (username === undefined)
    throw new ToolFailure('unknown-credential', 'PostgreSQL is installed without a role')
  const timeoutMs = Math.min(context.timeoutMs, 10_000)
  const socket = await context.sockets.connect({ ...target, tls: false, timeoutMs, signal })
  const trust = tlsTrust(ca === undefined ? undefined : String(ca))
  const client = new Client({
    ...target,
    user: username,
    // A function, because an empty string would make the library look into our environment variables.
    password: () => password,
    database: String(database),
    ssl: tls === 'none' ? false : { rejectUnauthorized: tls === 'verify', ...trust },
    application_name: 'troupe',
    stream: () => connected(socket),
  })
  client.on('error', () => {})
  try {
    const overflow = bounded(socket, socket)
    await client.connect()
    const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
    const overflowInside = stream === socket ? overflow : bounded(stream, socket)
    return { client, host: target.host, socket, overflow: () => overflow() || overflowInside() }
  } catch (error) {
    socket.destroy()
    if (!signal.aborted) throw failureOf(error as Error, target.host)
    throw new ToolFailure('timeout', `${target.host} did not let us in in time`, true, { cause: error })
  }
}

/**
 * The library wants to connect its stream itself. This one is already connected, to the address that was
 * checked.
 */
function connected(socket: Socket): Socket {
  return Object.assign(socket, {
    connect() {
      process.nextTick(() => socket.emit('connect'))
      return socket
    },
  })
}

/**
 * Ends the connection when more arrives than may be held.
 * @returns a function that says whether it did
 */
function bounded(stream: Socket, socket: Socket): () => boolean {
  let sizeBytes = 0
  stream.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) socket.destroy()
  })
  return () => sizeBytes > maxBytes
}
