// Looks for the input that takes a computation in a thread longest: keeps what took longer, changes it
// a little, and again. Whatever it finds may meet a bound of its thread, which says so; anything else
// that fails is a defect.
import { Failure } from '../../domain/failure.ts'
import { ToolFailure } from '../../rpc/builtin/tool.ts'
import { ConfinedError } from '../../runtime/process/confined.ts'
import { Random } from '../simulation/random.ts'
import type { ConfinedTarget } from './confined-targets.ts'
import type { Recipes } from './targets.ts'

export interface ConfinedFound {
  readonly target: string
  readonly recipes: Recipes
  /** Until the answer, with the wait for a new thread if the last one was ended. */
  readonly ms: number
  /** Runs that a bound ended, by its word. */
  readonly ended: { readonly [bound: string]: number }
  readonly rounds: number
}

/** @throws what a run throws that is no refusal and no bound, with the recipes in its message */
export async function longestOf(
  target: ConfinedTarget,
  { seed, rounds, forMs }: { seed: number; rounds: number; forMs: number },
): Promise<ConfinedFound> {
  const random = new Random(seed)
  const until = performance.now() + forMs
  const ended: Record<string, number> = {}
  let best: { recipes: Recipes; ms: number } = { recipes: target.begin(random), ms: -1 }
  let round = 0
  for (; round < rounds || performance.now() < until; round++) {
    const recipes =
      round === 0 || !random.chance(0.3) ? target.change(best.recipes, random) : target.begin(random)
    const startedAt = performance.now()
    const bound = await boundOf(target, recipes)
    const ms = performance.now() - startedAt
    if (bound !== null) ended[bound] = (ended[bound] ?? 0) + 1
    if (ms > best.ms) best = { recipes, ms }
  }
  return { target: target.name, ...best, ended, rounds: round }
}

/** The bound that ended it; null when nothing did, and when the input was refused. */
async function boundOf(target: ConfinedTarget, recipes: Recipes): Promise<string | null> {
  try {
    await target.run(recipes)
    return null
  } catch (error) {
    if (error instanceof Failure && error.code === 'validation-failed')
      return error.message.replace(/\d+/g, 'n')
    if (error instanceof Failure && error.code === 'conflict') return null
    if (error instanceof ConfinedError) return error.code
    if (error instanceof ToolFailure && error.code !== 'tool-failed')
      return ['timeout', 'too-large'].includes(error.code) ? error.code : null
    throw new Error(`${target.name} failed with ${JSON.stringify(recipes)}: ${String(error)}`, {
      cause: error,
    })
  }
}
