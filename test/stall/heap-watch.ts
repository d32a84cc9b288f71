// Loaded into every thread of a product whose memory is watched (leaks.ts, by `--import`): each second while
// the file named by TROUPE_HEAP_ASK is there, it collects garbage and writes down what is left.
import { appendFileSync, existsSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { threadId } from 'node:worker_threads'

export interface HeapLine {
  readonly threadId: number
  readonly usedBytes: number
  readonly externalBytes: number
}

const ask = process.env['TROUPE_HEAP_ASK']
// Threads of confined work see no environment; they do not stay.
if (ask !== undefined && globalThis.gc !== undefined) {
  const collect = globalThis.gc
  setInterval(() => {
    if (!existsSync(ask)) return
    collect()
    const { used_heap_size: usedBytes, external_memory: externalBytes } = getHeapStatistics()
    const line: HeapLine = { threadId, usedBytes, externalBytes }
    appendFileSync(`${ask}.lines`, `${JSON.stringify(line)}\n`)
  }, 1_000).unref()
}
