// Runs the JavaScript of a code step in QuickJS, compiled to WebAssembly. Runs confined: code-runner.ts sends
// it the task, to a thread that can be ended.
// 1. Every run has an instance and a memory of its own; nothing of a run is left for the next one.
// 2. The code sees the language and its arguments: no function of the host, no network, no file, no module.
// 3. Only JSON texts go in and out, so no object of the sandbox ever reaches ours.
// 4. Memory and stack are bounded here, time here and by the deadline of the thread.
import { readFile } from 'node:fs/promises'
import variant from '@jitl/quickjs-ng-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { codeBounds } from '../../domain/plan/plan.ts'
import { ToolFailure } from '../builtin/tool.ts'

export interface CodeTask {
  /** Body of an async function with one parameter, `args`. */
  readonly js: string
  /** JSON of the arguments. */
  readonly args: string
  readonly timeoutMs: number
}

// The types of Node do not declare it.
interface Memory {
  readonly buffer: ArrayBuffer
}
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  readonly Memory: new (size: { initial: number; maximum: number }) => Memory
  readonly RuntimeError: new () => Error
}

const pageBytes = 65_536
/** What the module asks for; a smaller memory is refused. */
const initialPages = 256
/** The limit, and room for the instance itself and its stack. */
const mostPages = codeBounds.memoryBytes / pageBytes + initialPages

interface Sandbox {
  readonly context: QuickJSContext
  readonly memory: Memory
}

/** Made before the code runs, so that the code cannot give `JSON` another meaning here. */
const caller = `(() => {
  const { parse, stringify } = JSON
  return async (run, text) => stringify(await run(parse(text)))
})()`

/** Compiled once in a thread; the instances are made of it. */
const compiled = WebAssembly.compile(
  await readFile(new URL(import.meta.resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm'))),
)

/**
 * @returns JSON of what the code returned
 * @throws {ToolFailure} `code-failed`, `timeout`, `too-large`
 */
export default async function runCode(task: CodeTask): Promise<string> {
  const endsAt = performance.now() + task.timeoutMs
  const isLate = () => performance.now() > endsAt
  try {
    return resultOf(await newSandbox(isLate), task)
  } catch (error) {
    if (isLate()) throw new ToolFailure('timeout', `the code ran longer than ${task.timeoutMs} ms`)
    // The engine met a bound of its own: its instance is thrown away.
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
      throw new ToolFailure('code-failed', 'the code or its result is nested too deep')
    throw error
  }
}

/** @throws {ToolFailure} */
function resultOf(sandbox: Sandbox, { js, args }: CodeTask): string {
  const { context } = sandbox
  const reached = (result: { value: QuickJSHandle; error?: undefined } | { error: QuickJSHandle }) => {
    if (result.error !== undefined) throw failureOf(sandbox, result.error)
    return result.value
  }
  const call = reached(context.evalCode(caller, 'caller'))
  const run = reached(context.evalCode(`(async args => {${js}\n})`, 'code'))
  const promise = reached(context.callFunction(call, context.undefined, run, context.newString(args)))
  const jobs = context.runtime.executePendingJobs()
  if (jobs.error !== undefined) throw failureOf(sandbox, jobs.error)
  const state = context.getPromiseState(promise)
  if (state.type === 'rejected') throw failureOf(sandbox, state.error)
  if (state.type === 'fulfilled') return textOf(context, state.value)
  throw new ToolFailure('code-failed', 'the code waits for a promise that nothing resolves')
}

/** The instance goes with all that it holds, so nothing of it is ever freed. */
async function newSandbox(isLate: () => boolean): Promise<Sandbox> {
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: mostPages })
  const wasmModule = await compiled
  // Its types describe the CommonJS build, where the variant is one level deeper.
  const bare = variant as unknown as QuickJSSyncVariant
  // Browsers' types of a memory have methods that Node's do not have.
  const wasmMemory = memory as never
  const module = await newQuickJSWASMModuleFromVariant(newVariant(bare, { wasmModule, wasmMemory }))
  const runtime = module.newRuntime({
    memoryLimitBytes: codeBounds.memoryBytes,
    maxStackSizeBytes: codeBounds.stackBytes,
  })
  runtime.setInterruptHandler(isLate)
  return { context: runtime.newContext(), memory }
}

/** @throws {ToolFailure} too-large */
function textOf(context: QuickJSContext, value: QuickJSHandle): string {
  // Nothing and functions have no JSON.
  if (context.typeof(value) !== 'string') return 'null'
  const length = context.getNumber(context.getProp(value, 'length'))
  if (length <= codeBounds.outputLength) return context.getString(value)
  const most = `may have ${codeBounds.outputLength}`
  throw new ToolFailure('too-large', `the result has ${length} characters as JSON, and ${most}`)
}

/** Whatever can be thrown, in one line; the code may throw what it likes. */
function failureOf({ context, memory }: Sandbox, error: QuickJSHandle): ToolFailure {
  const thrown: unknown = context.dump(error)
  const { name, message, stack } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    readonly [field: string]: unknown
  }
  const words = typeof message === 'string' ? message : (JSON.stringify(thrown) ?? String(thrown))
  // Where there is no room for an error, null is thrown. A memory that has grown stays as large.
  const isFull = thrown === null && memory.buffer.byteLength > codeBounds.memoryBytes / 2
  if (isFull || (name === 'InternalError' && words === 'out of memory')) {
    const megabytes = codeBounds.memoryBytes / 1_048_576
    return new ToolFailure('too-large', `the code takes more than ${megabytes} MB of memory`)
  }
  const line = typeof stack === 'string' ? /\bcode:(\d+)/.exec(stack)?.[1] : undefined
  const named = typeof name === 'string' && name !== '' ? `${name}: ${words}` : words
  const shown = named.slice(0, codeBounds.messageLength).toWellFormed()
  return new ToolFailure('code-failed', line === undefined ? shown : `${shown} (line ${line} of the code)`)
}
