// What reading costs: `node test/planner/corpus/cost.ts`. Processor time of the prompts of the six domains
// and of some writings, all against one catalog of some 200 tools; the work that is counted; the memory of
// the lexicon; hostile texts. Results go to docs/internals/measurements/prompts.md.

import type { HubTool } from '../../../domain/tools/tool.ts'
import { lexiconOf } from '../../../language/planner/lexicon/tool-model.ts'
import { plan } from '../../../language/planner/planner.ts'
import { read } from '../../../language/planner/reader.ts'
import { dearTexts, longTexts } from '../reader/hostile.ts'
import { findDomains, type PromptDomain } from './prompts.ts'
import { findWritings } from './sentences.ts'
import { openShop } from './shop.ts'

const domains = findDomains(['crm', 'finance', 'helpdesk', 'content', 'people', 'devops'])
const writings = findWritings({ writers: ['olga', 'dev', 'kofi', 'ines'] })
const tools = await catalogOf([...domains, ...writings, ...findDomains(['logistics', 'school'])])
const writingPrompts = writings.flatMap(({ prompts }) => prompts)
const prompts = [
  ...domains.flatMap(domain => domain.prompts),
  ...writingPrompts.filter((_, index) => index % Math.ceil(writingPrompts.length / 60) === 0),
]
const processorMs = () => process.cpuUsage().user / 1_000

global.gc?.()
const before = process.memoryUsage().heapUsed
const built = processorMs()
const lexicon = lexiconOf(tools)
const lexiconMs = processorMs() - built
global.gc?.()
const bytes = process.memoryUsage().heapUsed - before

for (const { prompt } of prompts.slice(0, 60)) read(prompt, tools, { timeZone: 'UTC' })
const costs = prompts.map(({ id, prompt }) => {
  const start = processorMs()
  const { trace } = read(prompt, tools, { timeZone: 'UTC' })
  return { id, ms: processorMs() - start, work: trace?.parser.meter.work ?? 0 }
})
const times = costs.map(({ ms }) => ms).toSorted((a, b) => a - b)
const works = costs.map(({ work }) => work).toSorted((a, b) => a - b)
const at = (all: readonly number[], share: number) => all[Math.floor((all.length - 1) * share)]!.toFixed(1)
const line = (all: readonly number[]) =>
  `median ${at(all, 0.5)}, p90 ${at(all, 0.9)}, p99 ${at(all, 0.99)}, most ${at(all, 1)}`

console.log(`${lexicon.all.length} tools, ${prompts.length} prompts`)
console.log(`processor ms: ${line(times)}`)
console.log(`work: ${line(works)}`)
console.log(
  `lexicon: ${(bytes / 2 ** 20).toFixed(1)} MiB${global.gc === undefined ? ' (with garbage: run node --expose-gc)' : ''}, ${lexiconMs.toFixed(0)} ms`,
)
const dearest = costs.toSorted((a, b) => b.ms - a.ms).slice(0, 5)
console.log(`dearest: ${dearest.map(({ id, ms, work }) => `${id} ${ms.toFixed(0)} ms (${work})`).join(', ')}`)

// The whole answer, with all that is said about what is wrong. The first time of each is as cold as it gets.
const answers = Object.entries({ ...longTexts, ...dearTexts }).map(([name, prompt]) => {
  const each = Array.from({ length: 4 }, () => {
    const start = performance.now()
    plan(prompt, tools)
    return performance.now() - start
  })
  return { name, first: each[0]!, ms: each.toSorted((a, b) => a - b)[1]! }
})
const slowest = answers.toSorted((a, b) => b.ms - a.ms)
console.log(`hostile texts: ${answers.length}, ms: ${line(slowest.map(({ ms }) => ms).reverse())}`)
for (const { name, ms, first } of slowest.slice(0, 8))
  console.log(`  ${name}: ${ms.toFixed(0)} ms, at first ${first.toFixed(0)} ms`)

async function catalogOf(all: readonly PromptDomain[]): Promise<readonly HubTool[]> {
  const found = new Map<string, HubTool>()
  for (const domain of all) {
    const shop = await openShop(domain)
    for (const tool of shop.tools) found.set(`${tool.server}/${tool.name}`, tool)
    await shop.hub.close()
  }
  return [...found.values()]
}
