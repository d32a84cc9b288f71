// PostgreSQL may take a connection back while it is being made.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'tap'
import { connectPatiently } from '../../../storage/postgres/connection-config.ts'

/** Of PostgreSQL's protocol: a message's type, its length with itself, and its body. */
function message(type: string, body: string): Buffer {
  const head = Buffer.from(`${type}0000`)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, Buffer.from(body, 'latin1')])
}

test('a database that stops in the moment in which it lets somebody in ends no process', async t => {
  const welcome = [message('R', '\0\0\0\0'), message('Z', 'I')]
  const farewell = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const postgres = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([...welcome, farewell])))
  }).listen(0, '127.0.0.1')
  await once(postgres, 'listening')
  t.teardown(() => postgres.close())
  const { port } = postgres.address() as AddressInfo
  const client = await connectPatiently(`postgresql://troupe@127.0.0.1:${port}/postgres`, 'test')
  await t.rejects(client.query('select'))
  await client.end().catch(() => {})
})
