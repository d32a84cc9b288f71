// HTTP by hand: sends exactly the bytes that a test wants and reads whatever comes back. For requests that no
// proper client would send, and for readers that stop reading.
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  /** Names in lower case; of repeated ones the last. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface RawConnection {
  readonly socket: Socket
  /** Sends a part and waits until the system has taken it. */
  send(part: string | Buffer): Promise<void>
  /** The next whole answer, or null when the connection closes first. */
  answer(): Promise<RawAnswer | null>
  /** All answers until the other side closes. */
  untilClosed(): Promise<RawAnswer[]>
  /**
   * What has come and was not taken by `answer`, as soon as it satisfies the test, or the connection has
   * closed.
   */
  text(isEnough: (text: string) => boolean): Promise<string>
  close(): void
}

/** @param method of the requests to be sent: answers to HEAD have no body whatever their Content-Length */
export async function openRaw(port: number, method = 'GET'): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let received = ''
  let isClosed = false
  let wake = () => {}
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
    wake()
  })
  await new Promise<void>(resolve => socket.once('connect', resolve))
  const more = () => new Promise<void>(resolve => (wake = resolve))

  async function answer(): Promise<RawAnswer | null> {
    for (;;) {
      const parsed = parse(received, method === 'HEAD')
      if (parsed !== null) {
        received = received.slice(parsed.size)
        return parsed.answer
      }
      if (isClosed) return null
      await more()
    }
  }

  return {
    socket,
    send: part =>
      new Promise(resolve => {
        if (socket.writable) socket.write(part, () => setImmediate(resolve))
        else resolve()
      }),
    answer,
    async untilClosed() {
      const answers: RawAnswer[] = []
      for (let next = await answer(); next !== null; next = await answer()) answers.push(next)
      return answers
    },
    async text(isEnough) {
      while (!isEnough(received) && !isClosed) await more()
      return received
    },
    close: () => void socket.destroy(),
  }
}

/** One request on a connection of its own, and its answer. */
export async function rawRequest(port: number, request: string | Buffer): Promise<RawAnswer | null> {
  const connection = await openRaw(port, String(request.slice(0, 4)) === 'HEAD' ? 'HEAD' : 'GET')
  await connection.send(request)
  const answer = await connection.answer()
  connection.close()
  return answer
}

function parse(text: string, isHead: boolean): { answer: RawAnswer; size: number } | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [statusLine, ...lines] = text.slice(0, end).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines)
    headers[line.slice(0, line.indexOf(':')).toLowerCase()] = line.slice(line.indexOf(':') + 2)
  const length = isHead ? 0 : Number(headers['content-length'] ?? 0)
  const size = end + 4 + length
  if (text.length < size) return null
  const answer = { status: Number(statusLine!.split(' ')[1]), headers, body: text.slice(end + 4, size) }
  return { answer, size }
}
