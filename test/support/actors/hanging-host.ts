// What test/runtime/system/pool.test.ts runs in the place of a host: in slot 0 it never comes so far as to
// tell its thread, and where the environment says so not even so far as to be loaded.
import { threadId } from 'node:worker_threads'
import { type HostTask, writeMark } from '../../../runtime/system/pool.ts'

if (process.env.HANGING_IMPORT === 'yes') for (;;);

export default function run({ port, slot, mark }: HostTask<null>): Promise<void> {
  if (slot === 0) {
    writeMark(mark, 'hangs')
    for (;;);
  }
  port.postMessage(threadId)
  port.on('message', packed => port.postMessage(packed))
  return new Promise(() => {})
}
