// Sends requests whose bytes were mutated, on sockets of their own, and looks for a 500 or a server that is
// gone. What a mutated request means is nobody's guess: any other answer will do, and so will none.
import { connect } from 'node:net'
import { Random } from '../simulation/random.ts'
import type { Product } from '../support/product.ts'
import type { FuzzReport } from './schema-fuzz.ts'

export interface RawFuzz {
  readonly product: Product
  readonly seed: number
  readonly requests: number
  /** An API key: some requests get past authentication. */
  readonly key: string
}

const atOnce = 64
const mostFailures = 20
/** Who has not closed by then is left. */
const patienceMs = 250

const pieces = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\0',
    ':',
    ' ',
    '\r\n\r\n',
    'HTTP/1.0',
    'HTTP/9.9',
    '%00',
    '\xff\xfe',
    '..',
    '//',
    '?',
    '#',
    ';',
  ],
  ...[
    'Content-Length: 5\r\n',
    'Content-Length: -1\r\n',
    'Content-Length: 99999999999999999999\r\n',
    'Content-Length:\r\n',
  ],
  ...[
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: x\r\n',
    'Host: y\r\n',
    'Host:\r\n',
    'Expect: 100-continue\r\n',
  ],
  ...[
    'Upgrade: websocket\r\nConnection: Upgrade\r\n',
    'Connection: close\r\n',
    'Authorization: Bearer x\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
  ],
  ...['"', '{', '[', '\\u0000', '\\ud800', '1e999', 'a'.repeat(9_000), 'GET / HTTP/1.1\r\n\r\n'],
]

export async function fuzzRaw({ product, seed, requests, key }: RawFuzz): Promise<FuzzReport> {
  const statuses: Record<number, number> = {}
  const failures: string[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < requests && failures.length < mostFailures) {
        const number = seed + next++
        const parts = mutated(number, key)
        const answered = await sendRaw(product.port, parts)
        for (const status of answered) statuses[status] = (statuses[status] ?? 0) + 1
        if (!answered.some(status => status === 500 || status === 501 || status === 502)) continue
        const what = JSON.stringify(parts.map(part => part.toString('latin1').slice(0, 300)))
        failures.push(`${answered} to ${what} (npm run fuzz -- --seed ${number} --requests 0 --raw 1)`)
      }
    }),
  )
  if ((await product.client().get('/healthz')).status !== 200) failures.push('the server is gone')
  return { sent: next, statuses, failures }
}

/** A request by its number, in the packets in which it is sent. */
export function mutated(number: number, key: string): Buffer[] {
  const random = new Random(number)
  let bytes = Buffer.from(random.pick(templates(key)), 'latin1')
  const changes = random.between(1, 4)
  for (let n = 0; n < changes; n++) bytes = mutate(bytes, random)
  if (!random.chance(0.3)) return [bytes]
  const cut = random.below(bytes.length + 1)
  return [bytes.subarray(0, cut), bytes.subarray(cut)]
}

function templates(key: string): readonly string[] {
  const head = `Host: x\r\nAuthorization: Bearer ${key}\r\n`
  const body = '{"name":"Report","prompt":"1. Return 1","inputs":{"a":[1,2,{"b":null}]}}'
  const json = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  const call = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'
  return [
    `GET /api/v1/workflows?limit=5 HTTP/1.1\r\n${head}\r\n`,
    `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\n\r\n`,
    `HEAD /api/v1/executions HTTP/1.1\r\n${head}Accept: */*\r\n\r\n`,
    `OPTIONS /api/v1/workflows HTTP/1.1\r\n${head}Origin: https://x.example\r\n\r\n`,
    `POST /api/v1/workflows/plan HTTP/1.1\r\n${head}${json}\r\n${body}`,
    `POST /api/v1/auth/refresh HTTP/1.1\r\nHost: x\r\n${json}Cookie: a=b; c="d"\r\n\r\n${body}`,
    `POST /rpc HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${call.length}\r\n\r\n${call}`,
    `DELETE /api/v1/workflows/wf_x HTTP/1.1\r\n${head}\r\n`,
    `POST /api/v1/workflows HTTP/1.1\r\n${head}${json}\r\n${body}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
  ]
}

function mutate(bytes: Buffer<ArrayBuffer>, random: Random): Buffer<ArrayBuffer> {
  const at = random.below(bytes.length + 1)
  const end = Math.min(bytes.length, at + random.between(1, 40))
  const join = (...parts: readonly Uint8Array[]) => Buffer.concat(parts)
  const before = bytes.subarray(0, at)
  const after = bytes.subarray(at)
  switch (random.weighed({ flip: 4, insert: 3, piece: 6, remove: 3, repeat: 2, cut: 1 })) {
    case 'flip':
      return join(before, Buffer.from([random.below(256)]), after.subarray(1))
    case 'insert':
      return join(
        before,
        Buffer.from(Array.from({ length: random.between(1, 20) }, () => random.below(256))),
        after,
      )
    case 'piece':
      return join(before, Buffer.from(random.pick(pieces), 'latin1'), after)
    case 'remove':
      return join(before, bytes.subarray(end))
    case 'repeat':
      return join(before, bytes.subarray(at, end), after)
    case 'cut':
      return join(before)
  }
}

/** Statuses of all answers. */
function sendRaw(port: number, parts: readonly Buffer[]): Promise<number[]> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const patience = setTimeout(() => socket.destroy(), patienceMs)
    socket.setNoDelay(true)
    socket.on('data', chunk => {
      if (received.length < 65_536) received += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(patience)
      resolve([...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(match => Number(match[1])))
    })
    socket.on('connect', async () => {
      for (const part of parts) await new Promise(sent => socket.write(part, sent))
      socket.end()
    })
  })
}
