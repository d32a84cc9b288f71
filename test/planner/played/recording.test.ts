// Recording a play: what is asked is kept without what the corpus expects, and answers are taken in by
// rounds.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Test, test } from 'tap'
import type { PromptDomain } from '../corpus/prompts.ts'
import { openPlay } from './play.ts'
import { playedDomains, readRecorded } from './recorded.ts'
import { record, recordedText } from './recording.ts'
import { mistaken, mistakes } from './slice.ts'

const [{ domain, prompts, answers }] = mistakes.map(mistaken) as [ReturnType<typeof mistaken>]
const small: PromptDomain = { ...domain, prompts }
const [wrong, right] = answers.get(prompts[0]!.prompt)!

/** What is in the answers of a play. */
function folderWith(t: Test, files: { readonly [name: string]: unknown }): string {
  const folder = t.testdir({ answers: {} })
  mkdirSync(join(folder, 'answers'), { recursive: true })
  for (const [name, answer] of Object.entries(files))
    writeFileSync(join(folder, 'answers', name), JSON.stringify(answer))
  return folder
}

test('a question that nobody has answered is kept, with nothing of what is expected', async t => {
  const folder = folderWith(t, {})
  const { recorded, open } = await record(small, folder, await openPlay(t))
  t.strictSame(recorded, {})
  t.strictSame(open, [join(folder, 'requests', 'crm-01.1.json')])
  const kept = readFileSync(open[0]!, 'utf8')
  t.match(JSON.parse(kept), [{ role: 'system' }, { role: 'user', content: /^Request: / }])
  t.notMatch(kept, /"?expect"?:|"calls"|maria@acme/)
})

test('a wrong answer is taken in, and its repair is asked for; with it nothing is open', async t => {
  const play = await openPlay(t)
  const once = await record(small, folderWith(t, { 'crm-01.1.json': wrong }), play)
  t.strictSame(once.recorded, { 'crm-01': [wrong] })
  t.match(readFileSync(once.open[0]!, 'utf8'), /crm-01|The plan has problems/)
  t.match(once.open, [/crm-01\.2\.json$/])
  const both = await record(small, folderWith(t, { 'crm-01.1.json': wrong, 'crm-01.2.json': right }), play)
  t.strictSame(both, { recorded: { 'crm-01': [wrong, right] }, open: [] })
})

test('what was played anew replaces what was recorded; the rest stays as it is, byte for byte', async t => {
  for (const { slug } of playedDomains()) {
    const file = join(import.meta.dirname, 'recorded', `${slug}.json`)
    t.equal(recordedText(readRecorded(slug), {}), readFileSync(file, 'utf8'), slug)
  }
  t.equal(
    recordedText({ a: [{ x: 1 }], b: [{}] }, { b: [{ y: 2 }] }),
    '{\n  "a": [{"x":1}],\n  "b": [{"y":2}]\n}\n',
  )
})
