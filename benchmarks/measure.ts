// One measurement: runs the load generator in its own process for one Load and hands back what it saw.
import type { Load, LoadMessage, LoadResult } from './load.ts'
import { forkModule } from './started.ts'

/**
 * Called when the measured time begins and ends, to read processor times of the server over the same time.
 */
export interface Watch {
  onMeasuring(): void
  onMeasured(): void
}

/** @throws {Error} the generator failed, or any answer was wrong: a figure with errors in it is no figure */
export async function measure(load: Load, watch?: Watch): Promise<LoadResult> {
  const { child, end } = forkModule('./load.ts')
  try {
    const result = Promise.withResolvers<LoadResult>()
    child.on('message', (message: LoadMessage) => {
      if (message.type === 'measuring') watch?.onMeasuring()
      else if (message.type === 'measured') watch?.onMeasured()
      else if (message.type === 'result') result.resolve(message.result)
      else result.reject(new Error(message.message))
    })
    child.once('exit', (code, signal) =>
      result.reject(new Error(`the load generator ended with ${signal ?? code}`)),
    )
    child.send(load)
    const measured = await result.promise
    if (measured.errors === 0 || load.mayFail === true) return measured
    throw new Error(
      `${measured.errors} wrong answers beside ${measured.answers} right ones, the first: ${measured.firstError}`,
    )
  } finally {
    await end()
  }
}

export interface RequestParts {
  readonly bearer?: string
  readonly body?: unknown
  readonly prefer?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The bytes of a request with a bearer credential, as a plain client sends them. */
export function requestBytes(
  method: 'GET' | 'POST',
  path: string,
  { bearer, body, prefer, headers }: RequestParts = {},
): string {
  const text = body === undefined ? null : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1']
  for (const [name, value] of Object.entries({ Accept: 'application/json', ...headers }))
    lines.push(`${name}: ${value}`)
  if (bearer) lines.push(`Authorization: Bearer ${bearer}`)
  if (prefer) lines.push(`Prefer: ${prefer}`)
  if (text !== null)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`)
  return `${lines.join('\r\n')}\r\n\r\n${text ?? ''}`
}
