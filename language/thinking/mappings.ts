// Where the main thread has the expressions of triggers computed: in a thread of their own, because a
// delivery must not wait behind a prompt. main/services.ts makes it; http/triggers/ asks it. Organizations
// take turns, as in thinking.ts.
import { Failure } from '../../domain/failure.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { InputMapping } from '../../domain/work/starts/input-mapping.ts'
import type { Mapped } from '../../domain/work/trigger-mapping.ts'
import { type ConfinedBounds, ConfinedPool } from '../../runtime/process/confined.ts'
import type { MappingTask } from './mapping.ts'
import { type Asker, inBounds } from './thinking.ts'

export interface Mappings {
  /**
   * The inputs that a trigger gives to what it starts.
   * @param field stands before the name of an input in messages
   * @throws {Failure} validation-failed: an expression fails, or takes too long; rate-limited
   */
  map(asker: Asker, field: string, mapping: InputMapping, scope: JsonObject): Promise<JsonObject>
  /**
   * @param names what the expressions may read
   * @throws {Failure} validation-failed: an expression cannot be used; as `map`
   */
  refuseUnusable(asker: Asker, field: string, mapping: InputMapping, names: readonly string[]): Promise<void>
  close(): Promise<void>
}

const module = new URL('./mapping.ts', import.meta.url).href

/** An expression takes 40 ms at most (domain/budgets/budget.ts). */
const mappingBounds: ConfinedBounds = {
  threads: 1,
  kept: 1,
  preload: module,
  timeoutMs: 5_000,
  heapMegabytes: 256,
  pieces: 2_000,
  piecesEach: 500,
}

export function openMappings(bounds = mappingBounds): Mappings {
  const pool = new ConfinedPool(bounds)
  const ask = (asker: Asker, task: MappingTask): Promise<string | null> => {
    const sent = { owner: asker.organizationId, signal: asker.signal ?? never, timeoutMs: bounds.timeoutMs }
    return inBounds(
      asker,
      'the expressions of the trigger',
      pool.run<MappingTask, string | null>(module, task, sent),
    )
  }
  return {
    async map(asker, field, mapping, scope) {
      const answered = await ask(asker, { type: 'map', mapping, scope: JSON.stringify(scope) })
      const mapped = JSON.parse(answered!) as Mapped
      if ('inputs' in mapped) return mapped.inputs
      throw new Failure('validation-failed', `${field}${mapped.defect}`)
    },
    async refuseUnusable(asker, field, mapping, names) {
      const defect = await ask(asker, { type: 'check', mapping, names })
      if (defect !== null) throw new Failure('validation-failed', `${field}${defect}`)
    },
    close: () => pool.close(),
  }
}

const never = new AbortController().signal
