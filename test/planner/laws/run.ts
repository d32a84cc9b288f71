// `npm run mutate-prompts -- [--count 10000] [--seed 1] [--prompts 400]`: tries mutants of prompts and prints
// those whose plan is that of their prompt although the word that was changed means something. With `--verbs`
// it tries all examples of tools with all other verbs instead, and prints those that become another plan.
import { parseArgs } from 'node:util'
import { openCalculator } from './catalog.ts'
import { mayMeanTheSame, mutantsOf, originals, planOf } from './mutants.ts'
import { swapped, wrongIn } from './verbs.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    prompts: { type: 'string', default: '400' },
    verbs: { type: 'boolean', default: false },
  },
})
const wrong = values.verbs ? await tryVerbs() : await tryMutants()
process.exitCode = wrong > 0 ? 1 : 0

async function tryVerbs(): Promise<number> {
  const calculator = await openCalculator()
  const all = swapped()
  let wrong = 0
  for (const each of all) {
    const found = await wrongIn(each, calculator)
    if (found === null) continue
    wrong += 1
    console.log(`${each.prompt}: ${found}`)
  }
  await calculator.close()
  console.log(`${all.length} examples with other verbs; another plan: ${wrong}`)
  return wrong
}

async function tryMutants(): Promise<number> {
  const all = await originals(Number(values.prompts))
  const figures = { refused: 0, other: 0, same: 0, wrong: 0 }
  for (const mutant of mutantsOf(all, Number(values.count), Number(values.seed))) {
    const made = planOf(mutant.prompt, mutant.original.tools)
    if (made === null) figures.refused += 1
    else if (made !== mutant.original.plan) figures.other += 1
    else if (mayMeanTheSame(mutant)) figures.same += 1
    else {
      figures.wrong += 1
      console.log(
        `${mutant.original.id} ${mutant.change} "${mutant.word}": ${mutant.prompt.replace(/\s+/g, ' ')}`,
      )
    }
  }
  console.log(`${all.length} prompts; mutants: ${JSON.stringify(figures)}`)
  return figures.wrong
}
