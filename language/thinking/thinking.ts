// Where the main thread has everything computed that a user chooses: prompts, plans, schemas. It asks threads
// that can be ended (runtime/process/confined.ts), and stays free for everybody else. main/services.ts makes
// it; http/ asks it.
// 1. What takes less than asking is done at once, and pays for it: most values, held against a schema.
// 2. What meets a bound says which one: to who asked for a plan as a diagnostic, otherwise as a Failure.
// 3. Organizations take turns; whoever has too much in line is told so, and nobody else is.
// 4. A thread stays warm: reading the planner's modules takes a second.
import type { CompilerContext } from '../../domain/compiler/compiler.ts'
import { Failure } from '../../domain/failure.ts'
import type { Json, JsonSchema } from '../../domain/json.ts'
import type { Compilation, Plan } from '../../domain/plan/plan.ts'
import {
  type OutlineItem,
  type Planner,
  type PlanningContext,
  unplanned,
} from '../../domain/plan/planning.ts'
import { noSuggestions } from '../../domain/plan/suggesting.ts'
import type { MarketplaceEntry } from '../../domain/tools/marketplace/marketplace.ts'
import { documentOf, type FoundEntry } from '../../domain/tools/marketplace/marketplace-search.ts'
import type { HubTool } from '../../domain/tools/tool.ts'
import { type ConfinedBounds, ConfinedError, ConfinedPool } from '../../runtime/process/confined.ts'
import type { Confirmable } from '../confirmation/confirmation.ts'
import { timedOut } from '../planners/bounded-planner.ts'
import { keyOf, partsOf } from './catalogs.ts'
import { check } from './check.ts'
import { quickly } from './quickly.ts'
import type { Answered, Answers, Questions, Reading, SentCatalog, Task } from './work.ts'

export interface Thinking {
  /** The embedded planner: reads controlled English. */
  readonly reader: Planner
  /**
   * @param context without `tools`: those of `catalog`
   * @throws {Failure} validation-failed: it takes more time or memory than it may; rate-limited
   */
  compile(asker: Asker, plan: Plan, context: CompilerContext): Promise<Compilation>
  /**
   * Judges what a model has answered to a request; null when no answer can be read in it, or not within the
   * time and memory that there are: that is the fault of the answer, and not of whoever asks.
   * @throws {Failure} rate-limited
   */
  judge(asker: Asker, tools: readonly HubTool[], answered: Questions['judge']): Promise<Answers['judge']>
  /**
   * A plan in words, line by line; empty when its expressions cannot be read.
   * @throws {Failure} as `compile`
   */
  outline(
    asker: Asker,
    tools: readonly HubTool[],
    said: Questions['outline'],
  ): Promise<readonly OutlineItem[]>
  /**
   * What a person confirms of a plan.
   * @throws {Failure} as `compile`
   */
  confirm(asker: Asker, tools: readonly HubTool[], confirming: Questions['confirm']): Promise<Confirmable>
  /**
   * The defect of the value; null when it fits.
   * @throws {Failure} as `compile`; conflict: the schema can not be used
   */
  check(asker: Asker, schema: JsonSchema, value: Json): Promise<string | null>
  /**
   * Finds tools by words.
   * @returns their places in the array, best first, at most 12
   * @throws {Failure} as `compile`
   */
  search(asker: Asker, tools: readonly HubTool[], words: string): Promise<readonly number[]>
  /** Finds entries of the marketplace by words. @throws {Failure} as `compile` */
  browse(asker: Asker, entries: readonly MarketplaceEntry[], words: string): Promise<readonly FoundEntry[]>
  close(): Promise<void>
}

export interface Asker {
  readonly organizationId: string
  /** Default: it never aborts. */
  readonly signal?: AbortSignal
}

const module = new URL('./work.ts', import.meta.url).href

/** A prompt takes up to some 0.5 s; the second thread is for the small prompt beside large ones. */
export const thinkingBounds: ConfinedBounds = {
  threads: 2,
  kept: 1,
  preload: new URL('./warm.ts', import.meta.url).href,
  timeoutMs: 10_000,
  // Somebody who types leaves a request with each word: its small work ends sooner than a new thread begins.
  graceMs: 2_000,
  heapMegabytes: 512,
  pieces: 400,
  piecesEach: 50,
}

export function openThinking(bounds = thinkingBounds): Thinking {
  const pool = new ConfinedPool(bounds)
  return {
    reader: readerIn(pool),
    compile: (asker, plan, { tools, ...context }) =>
      inBounds(asker, 'the plan', ask(pool, { ...asker, list: tools }, 'compile', { plan, context })),
    async judge(asker, tools, answered) {
      try {
        return await inBounds(asker, 'the plan', ask(pool, { ...asker, list: tools }, 'judge', answered))
      } catch (error) {
        if (!(error instanceof OverBound)) throw error
        return null
      }
    },
    outline: (asker, tools, said) =>
      inBounds(asker, 'the plan', ask(pool, { ...asker, list: tools }, 'outline', said)),
    confirm: (asker, tools, confirming) =>
      inBounds(asker, 'the plan', ask(pool, { ...asker, list: tools }, 'confirm', confirming)),
    async check(asker, schema, value) {
      const checked =
        quickly(() => check(schema, value)) ??
        (await inBounds(asker, 'the value', ask(pool, asker, 'check', { schema, value })))
      if ('defect' in checked) return checked.defect
      throw new Failure('conflict', `the schema cannot be used: ${checked.badSchema}`)
    },
    search: (asker, tools, words) =>
      inBounds(asker, 'the search', ask(pool, { ...asker, list: tools }, 'search', { words })),
    browse(asker, entries, words) {
      const asking = { ...asker, list: entries, parts: () => partsOf(entries, documentOf) }
      return inBounds(asker, 'the search', ask(pool, asking, 'browse', { words }))
    },
    close: () => pool.close(),
  }
}

interface Asking extends Asker {
  readonly list?: readonly unknown[]
  /** The list as it is sent. */
  readonly parts?: () => Promise<readonly string[]>
  readonly timeoutMs?: number
}

/** @throws {ConfinedError} */
async function ask<Type extends keyof Questions>(
  pool: ConfinedPool,
  { organizationId: owner, signal = never, list, parts, timeoutMs = Number.POSITIVE_INFINITY }: Asking,
  type: Type,
  question: Questions[Type],
): Promise<Answers[Type]> {
  const sent = { owner, signal, timeoutMs }
  const askWith = (catalog: SentCatalog | null) =>
    pool.run<Task, Answered>(module, { type, question, catalog } as Task, sent)
  if (list === undefined) return (await askWith(null))!.answer as Answers[Type]
  const catalog = { key: keyOf(list), owner }
  const answered =
    (await askWith({ ...catalog, parts: null })) ??
    (await askWith({ ...catalog, parts: await (parts?.() ?? partsOf(list)) }))
  return answered!.answer as Answers[Type]
}

const never = new AbortController().signal

function readerIn(pool: ConfinedPool): Planner {
  return {
    async plan(prompt, context) {
      if (isOver(context)) return timedOut()
      const asking = ask(pool, askingOf(context), 'plan', { prompt, context: readingOf(context) })
      try {
        return await inBounds(context, 'the prompt', asking)
      } catch (error) {
        if (!(error instanceof OverBound)) throw error
        return error.bound === 'time' ? timedOut() : unplanned('TOO_LARGE', error.message)
      }
    },
    async suggest(prompt, offset, context) {
      if (isOver(context)) return noSuggestions(offset)
      const question = { prompt, offset, context: readingOf(context) }
      try {
        return await inBounds(context, 'the prompt', ask(pool, askingOf(context), 'suggest', question))
      } catch (error) {
        if (!(error instanceof OverBound)) throw error
        return noSuggestions(offset)
      }
    },
  }
}

/** @throws the reason of the signal */
function isOver({ signal, deadline }: PlanningContext): boolean {
  signal.throwIfAborted()
  return deadline <= Date.now()
}

function askingOf({ organizationId, signal, tools, deadline }: PlanningContext): Asking {
  return { organizationId, signal, list: tools, timeoutMs: deadline - Date.now() }
}

function readingOf({
  tools: _tools,
  signal: _signal,
  report: _report,
  payer: _payer,
  ...reading
}: PlanningContext): Reading {
  return reading
}

class OverBound extends Failure {
  readonly bound: 'time' | 'memory'

  constructor(bound: 'time' | 'memory', message: string) {
    super('validation-failed', message)
    this.bound = bound
  }
}

/** @throws the signal's reason; {Failure} the work met a bound, which the message names */
export async function inBounds<T>({ signal }: Asker, what: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ConfinedError)) throw error
    signal?.throwIfAborted()
    throw failureOf(error, what)
  }
}

function failureOf({ code, message }: ConfinedError, what: string): Error {
  switch (code) {
    case 'timeout':
      return new OverBound('time', `${what}: ${message}`)
    case 'out-of-memory':
      return new OverBound('memory', `${what}: ${message}`)
    case 'busy':
      return new Failure('rate-limited', message, { retryAfterMs: 1_000 })
    case 'aborted':
      return new Failure('unavailable', 'the service is stopping', { retryAfterMs: 1_000 })
    default:
      return new Error(`${what}: ${message}`)
  }
}
