// What the documentation has ever shown goes on to be planned: each frozen sentence gives its plan, and so
// does what the notation says of this plan.
import { basename } from 'node:path'
import tap, { test } from 'tap'
import { compile } from '../../domain/compiler/compiler.ts'
import type { Compilation, Plan } from '../../domain/plan/plan.ts'
import { read } from '../../language/notation/read.ts'
import { write } from '../../language/notation/write.ts'
import { plan } from '../../language/planner/planner.ts'
import {
  around,
  type DocumentedSentence,
  documentedSentences,
  essence,
  planOf,
  whatRuns,
} from './documented.ts'
import { openWorkshop, ran, type Workshop } from './workshop.ts'

const sentences = documentedSentences()
const workshops = new Map<string | undefined, Workshop>()
for (const { server } of [...sentences.values()].flat())
  if (!workshops.has(server)) workshops.set(server, await openWorkshop(server))
tap.teardown(() => Promise.all([...workshops.values()].map(({ hub }) => hub.close())))

test('there are as many as the documentation showed', async t => {
  const counts = [...sentences].map(([file, { length }]) => `${basename(file, '.json')}: ${length}`)
  const known = ['builtin-tools: 45', 'pages: 39', 'prompt-examples: 110', 'servers: 77', 'templates: 17']
  t.strictSame(counts, known)
})

for (const [file, those] of sentences) {
  const place = basename(file, '.json')
  // The reader takes most of the time, so it reads each once.
  const readings = new Map<DocumentedSentence, Compilation>()
  const planned = (sentence: DocumentedSentence) => {
    const { prompt, server } = sentence
    const known = readings.get(sentence) ?? plan(prompt, workshops.get(server)!.tools, around)
    readings.set(sentence, known)
    return known
  }

  test(`${place}: each sentence gives its plan`, async t => {
    for (const sentence of those) t.strictSame(planOf(planned(sentence)), sentence.plan, sentence.prompt)
  })

  test(`${place}: the notation of each plan is read as this plan, and compiles to the same`, async t => {
    for (const sentence of those) {
      const text = write(sentence.plan)
      const { plan: found, errors } = read(text)
      t.strictSame(errors, [], text)
      t.strictSame(essence(found), sentence.plan, text)
      t.strictSame(whatRuns(compiled(found, sentence)), whatRuns(planned(sentence)), text)
    }
  })

  test(`${place}: what the notation says of a plan has the result of the sentence`, async t => {
    for (const sentence of those)
      for (const { result, ...run } of sentence.runs ?? []) {
        const { plan: running } = compiled(read(write(sentence.plan)).plan, sentence)
        t.strictSame(await ran(running, run, workshops.get(sentence.server)!), result, sentence.prompt)
      }
  })
}

function compiled(said: Plan, { server }: DocumentedSentence): Compilation {
  return compile(said, { ...around, tools: workshops.get(server)!.tools })
}
