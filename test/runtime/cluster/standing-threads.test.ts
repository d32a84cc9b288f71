// What a node may do is seen by a real thread at once, by its own clock.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { test } from 'tap'
import { NodeStanding } from '../../../runtime/cluster/node-standing.ts'
import { shardOf } from '../../../runtime/placement/placement.ts'

const file = new URL('../../../runtime/cluster/node-standing.ts', import.meta.url).href

test('a thread sees the deadline, the shards and the incarnation as the main thread does', async t => {
  const main = new NodeStanding()
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    import(${JSON.stringify(file)}).then(({ NodeStanding }) => {
      const standing = new NodeStanding(workerData)
      parentPort.on('message', () => {
        const { isAlive, incarnation } = standing
        parentPort.postMessage({ isAlive, incarnation, owns: standing.owns('cnt_1') })
      })
      parentPort.postMessage('up')
    })`
  const worker = new Worker(code, { eval: true, workerData: main.shared })
  t.teardown(() => worker.terminate())
  await once(worker, 'message')
  const look = async () => {
    worker.postMessage('look')
    const [seen] = await once(worker, 'message')
    return seen
  }
  t.strictSame(await look(), { isAlive: false, incarnation: 0, owns: false })
  main.incarnation = 3
  main.mark([shardOf('cnt_1')], true)
  main.renew(performance.now() + 60_000)
  t.strictSame(await look(), { isAlive: true, incarnation: 3, owns: true })
  main.renew(performance.now() - 1)
  t.strictSame(await look(), { isAlive: false, incarnation: 3, owns: true })
})
