// Loaded into a product with `--import`: when it is told to stop, its main thread says whether promises are
// hooked there. Without hooks they have no async ids of their own (documentation of Node, async_hooks,
// "Promise execution tracking").
import { executionAsyncId } from 'node:async_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  process.once('SIGTERM', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => Promise.resolve().then(() => executionAsyncId())))
    process.stdout.write(`promises are ${one === other ? 'free' : 'hooked'}\n`)
  })
}
