// Looks for the input that costs a target most: keeps what cost more, changes it a little, and again. Guided
// by measured time on the command line (run.ts), by units in the tests.
import { spentBy } from '../../domain/budgets/budget.ts'
import { Random } from '../simulation/random.ts'
import { mutated, type Recipes, type Target } from './targets.ts'

export interface Found {
  readonly target: string
  readonly recipes: Recipes
  /** Of the processor, for the worst single computation. */
  readonly ms: number
  readonly units: number
}

/**
 * @param by what a run is judged by
 * @param rounds runs of the target
 * @throws what a run throws that is no refusal, with the recipes in its message
 */
export function worstOf(
  target: Target,
  by: 'ms' | 'units',
  { seed, rounds }: { seed: number; rounds: number },
): Found {
  const random = new Random(seed)
  let best = measured(target, target.begin(random))
  for (let round = 1; round < rounds; round++) {
    const recipes = random.chance(0.3) ? target.begin(random) : mutated(best.recipes, random)
    const found = measured(target, recipes)
    if (found[by] > best[by]) best = by === 'ms' ? again(target, found, best) : found
  }
  return best
}

/** The middle of three measurements, since something else may have taken time once; or what was best. */
function again(target: Target, found: Found, best: Found): Found {
  const three = [found, measured(target, found.recipes), measured(target, found.recipes)]
  const middle = three.sort((a, b) => a.ms - b.ms)[1]!
  return middle.ms > best.ms ? middle : best
}

function measured(target: Target, recipes: Recipes): Found {
  try {
    const runs = target.prepare(recipes).map(run => {
      tidyUp()
      const startedAt = process.threadCpuUsage()
      const units = spentBy(run)
      const { user, system } = process.threadCpuUsage(startedAt)
      return { units, ms: (user + system) / 1_000 }
    })
    const most = (what: 'units' | 'ms') => Math.max(0, ...runs.map(run => run[what]))
    return { target: target.name, recipes, units: most('units'), ms: most('ms') }
  } catch (cause) {
    throw new Error(`${target.name} failed with ${JSON.stringify(recipes)}: ${String(cause)}`, { cause })
  }
}

/** What was made to be measured is not measured. Only with `--expose-gc`. */
const tidyUp = globalThis.gc ?? (() => {})
