// The thread behind confined.ts: calls the default export of the module that the task names. What it compiles
// is kept (compiled.cjs): many a thread replaces an ended one.
import { flushCompileCache } from 'node:module'
import { systemClock } from '../clock.ts'
import type { Answer } from './confined.ts'
import { giveWay } from './give-way.ts'

type Work = { default(task: unknown): unknown }

const [, , preload] = process.argv
giveWay()
const imported = new Map<string, Promise<Work>>()
// What is wrong with it, the first piece of work meets again.
const preloaded = preload ? load(preload).catch(() => null) : null

export default async function answer({
  module,
  task,
  begun,
}: {
  readonly module: string
  readonly task: unknown
  /** Takes the time at which the work begins. */
  readonly begun: BigInt64Array
}): Promise<Answer<unknown>> {
  try {
    await preloaded
    const { default: run } = await load(module)
    Atomics.store(begun, 0, BigInt(systemClock.now()))
    return { ok: true, value: await run(task) }
  } catch (error) {
    if (!(error instanceof Error)) return { ok: false, code: 'failed', message: String(error) }
    const { code } = error as Error & { readonly code?: unknown }
    // Only our own errors have kebab-case codes; errors of libraries have none, or one of Node's.
    const isOurs = typeof code === 'string' && /^[a-z]+(-[a-z]+)*$/.test(code)
    return { ok: false, code: isOurs ? code : 'failed', message: error.message }
  }
}

function load(module: string): Promise<Work> {
  const known = imported.get(module) ?? import(module).finally(flushCompileCache)
  imported.set(module, known)
  return known
}
