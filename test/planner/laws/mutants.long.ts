// No word of a prompt is passed over: mutants of prompts that read (mutants.ts) are refused or do something
// else, unless the word that was changed says nothing of what is done. `npm run mutate-prompts` tries 10,000.
import { test } from 'tap'
import { type Mutant, mayMeanTheSame, mutantsOf, originals, planOf, restricting } from './mutants.ts'

const all = await originals(60)
const mutants = [...mutantsOf(all, 300, 7)]
const same = mutants.filter(({ prompt, original }) => planOf(prompt, original.tools) === original.plan)
const told = ({ change, word, prompt }: Mutant) => `${change} "${word}": ${prompt.replace(/\s+/g, ' ')}`

test('there are prompts that read, and mutants of every kind', async t => {
  t.ok(all.length >= 40, `${all.length} prompts`)
  t.equal(new Set(mutants.map(({ change }) => change)).size, 5)
})

test('a word that decides what is done leaves no plan as it was', async t => {
  // "nothing more" is nothing; "the customer with that id id" is a slip that changes nothing.
  const isKnown = ({ change, word, prompt }: (typeof same)[number]) =>
    (word === 'more' && prompt.includes('nothing')) || (change === 'doubled' && word === 'id')
  t.strictSame(same.filter(mutant => !mayMeanTheSame(mutant) && !isKnown(mutant)).map(told), [])
})

test('a negation or restriction that is put in is never lost', async t => {
  const lost = same.filter(
    ({ change, word }) => change === 'inserted' && restricting.some(each => each === word && each !== 'only'),
  )
  t.strictSame(lost.map(told), [])
})

test('the same seed gives the same mutants', async t => {
  const prompts = (seed: number) => [...mutantsOf(all, 20, seed)].map(({ prompt }) => prompt)
  t.strictSame(prompts(3), prompts(3))
  t.notSame(prompts(3), prompts(4))
})
