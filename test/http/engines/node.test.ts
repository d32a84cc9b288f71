// node:http keeps the contract, and parses more strictly than uWebSockets.js does (P5, P6, P10, P11).
import { test } from 'tap'
import { httpEngineContract } from '../../contracts/http-engine.ts'
import { httpHeadsContract } from '../../contracts/http-heads.ts'
import { httpStreamsContract } from '../../contracts/http-streams.ts'
import { probes } from '../../support/probes.ts'
import { startTestServer } from '../../support/servers/http-server.ts'
import { openRaw } from '../../support/servers/raw-http.ts'

httpEngineContract('node')
httpHeadsContract('node')
httpStreamsContract('node')

const head =
  'POST /api/v1/workflows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk_one\r\nContent-Type: application/json\r\n'
const valid = `${head}Content-Length: 12\r\n\r\n{"name":"x"}`

test('node: a header without a name is refused before what follows is read (P5)', async t => {
  probes(t, 5)
  const { port } = await startTestServer(t, { engine: 'node' })
  const connection = await openRaw(port)
  await connection.send(`${head}: x\r\nContent-Length: 31\r\n\r\n`)
  await connection.send('GET /smug HTTP/1.1\r\nHost: x\r\n\r\n')
  t.strictSame(
    (await connection.untilClosed()).map(answer => answer.status),
    [400],
    'P5',
  )
})

test('node: a chunked body with a false end is answered once (P6)', async t => {
  probes(t, 6)
  const { port } = await startTestServer(t, { engine: 'node' })
  const connection = await openRaw(port)
  await connection.send(
    `${head}Transfer-Encoding: chunked\r\n\r\n0\r\nX:GET /smug HTTP/1.1\r\nHost: x\r\n\r\n`,
  )
  t.strictSame(
    (await connection.untilClosed()).map(answer => answer.status),
    [400],
    'P6: there is no body',
  )
})

test('node: a head that is not strictly HTTP/1.1 is refused', async t => {
  const { port } = await startTestServer(t, { engine: 'node' })
  const lines = ['Content-Length : 12', 'X: a\nY: b', 'X: a\r\n b', 'X\x01: a', 'X: a\x00b', 'X: a\x01b', 'X']
  for (const line of lines) {
    const connection = await openRaw(port)
    await connection.send(`${head}${line}\r\n\r\n`)
    t.strictSame(
      (await connection.untilClosed()).map(answer => answer.status),
      [400],
      JSON.stringify(line),
    )
  }
})

test('node: a request may be cut anywhere (P10)', async t => {
  probes(t, 10)
  const { port } = await startTestServer(t, { engine: 'node' })
  for (let cut = 1; cut < valid.length; cut++) {
    const connection = await openRaw(port)
    await connection.send(valid.slice(0, cut))
    await connection.send(valid.slice(cut))
    const answer = await connection.answer()
    t.equal(answer?.status, 201, `P10 cut after ${cut} bytes`)
    connection.close()
  }
})

test('node: a request may come byte by byte (P11)', async t => {
  probes(t, 11)
  const { port } = await startTestServer(t, { engine: 'node' })
  const connection = await openRaw(port)
  for (const byte of valid) await connection.send(byte)
  t.equal((await connection.answer())?.status, 201, 'P11')
  connection.close()
})
