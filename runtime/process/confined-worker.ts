// The thread behind confined.ts: calls the default export of the module that the task names.
import type { Answer } from './confined.ts'

export default async function answer({
  module,
  task,
}: {
  readonly module: string
  readonly task: unknown
}): Promise<Answer<unknown>> {
  try {
    const { default: run } = (await import(module)) as { default(task: unknown): unknown }
    return { ok: true, value: await run(task) }
  } catch (error) {
    if (!(error instanceof Error)) return { ok: false, code: 'failed', message: String(error) }
    const { code } = error as Error & { readonly code?: unknown }
    // Only our own errors have kebab-case codes; errors of libraries have none, or one of Node's.
    const isOurs = typeof code === 'string' && /^[a-z]+(-[a-z]+)*$/.test(code)
    return { ok: false, code: isOurs ? code : 'failed', message: error.message }
  }
}
