// `npm run mutate-prompts -- [--count 10000] [--seed 1] [--prompts 400]`: tries mutants of prompts and prints
// those whose plan is that of their prompt although the word that was changed means something.
import { parseArgs } from 'node:util'
import { mayMeanTheSame, mutantsOf, originals, planOf } from './mutants.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    prompts: { type: 'string', default: '400' },
  },
})
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
process.exitCode = figures.wrong > 0 ? 1 : 0
