// `npm run corpus`: judges the planner by every prompt of the corpus, in this process. README.md beside this
// file says what there is to choose.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { figuresOf, isFine, tableOf } from './figures.ts'
import { keepFloor } from './floor.ts'
import { type Judged, judge } from './judge.ts'
import { findDomains, type PromptDomain, strangeExpectations } from './prompts.ts'
import { jsonOf, longLines, shortLine, tableLines, timeLines, totalsLine } from './report.ts'
import { findWritings, type Writing } from './sentences.ts'
import { openShop } from './shop.ts'
import { keepShown } from './shown.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    id: { type: 'string' },
    json: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    fixes: { type: 'boolean', default: false },
    by: { type: 'string', default: 'covers' },
    times: { type: 'boolean', default: false },
    /** Keeps what is right now as the floor of the tests. */
    keep: { type: 'boolean', default: false },
    /** Keeps examples for the documentation. */
    show: { type: 'boolean', default: false },
    /** With all first-party servers installed. */
    installed: { type: 'boolean', default: false },
    sentences: { type: 'boolean', default: false },
    folder: { type: 'string' },
    writers: { type: 'string' },
    meaning: { type: 'string' },
  },
})

const say = (...lines: readonly string[]) => console.log(lines.join('\n'))
const startedAt = performance.now()
const judged: (Judged & { readonly slug: string })[] = []

for (const domain of domainsToJudge()) await judgeDomain(domain)
if (judged.length === 0) say('nothing to judge: no such prompts')
else summarize()

function domainsToJudge(): readonly PromptDomain[] {
  const { sentences, folder, writers } = options
  if (!sentences) return findDomains(positionals, folder)
  return findWritings({
    ...{ named: positionals, writers: writers?.split(',') },
    ...(folder !== undefined && { folder }),
  })
}

async function judgeDomain(domain: PromptDomain): Promise<void> {
  const prefixes = [options.id, options.meaning].flatMap(text => text?.split(',') ?? [])
  const isChosen = (id: string) => prefixes.length === 0 || prefixes.some(prefix => id.startsWith(prefix))
  const prompts = domain.prompts.filter(({ id }) => isChosen(id))
  if (prompts.length === 0) return
  for (const strange of strangeExpectations(domain)) say(`corpus ${domain.slug}: ${strange}`)
  const shop = await openShop(domain, { hasFirstParty: options.installed })
  const its: Judged[] = []
  for (const prompt of prompts) {
    const one = await judge(prompt, shop, { triesFixes: options.fixes })
    its.push(one)
    judged.push({ slug: domain.slug, ...one })
    if (options.verbose && !isFine(one)) say(...longLines(one))
  }
  await shop.hub.close()
  say(totalsLine(domain.slug, figuresOf(its), options.fixes))
}

function summarize(): void {
  if (options.sentences) {
    say(
      '',
      ...tableLines(
        'writer',
        tableOf(judged, ({ prompt }) => [(prompt as Writing).writer]),
      ),
    )
    say(
      '',
      ...tableLines(
        'meaning',
        tableOf(judged, ({ prompt }) => [prompt.id]),
      ),
    )
  }
  say('', ...tableLines(options.by, tableOf(judged, namesBy)))
  if (options.times) say('', ...timeLines(judged))
  const wrong = judged.filter(one => one.verdict === 'silently wrong' || one.verdict === 'error')
  if (wrong.length > 0) say('', ...wrong.map(shortLine))
  if (options.keep) keep()
  if (options.show) keepShown(judged)
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(jsonOf(judged), null, 1))
  say('', totalsLine('total', figuresOf(judged), options.fixes))
  say(`${judged.length} prompts in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
}

function namesBy({ prompt }: Judged): readonly string[] {
  const found = Object.entries(prompt).find(([name]) => name === options.by)?.[1]
  return [found ?? '?'].flat().map(String)
}

function keep(): void {
  const { id, meaning, sentences, installed } = options
  if (id !== undefined || meaning !== undefined || sentences || installed)
    throw new Error('--keep keeps whole domains of the corpus: leave out --id, --sentences and --installed')
  keepFloor(Map.groupBy(judged, ({ slug }) => slug))
}
