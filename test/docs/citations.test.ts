// What comments and test titles cite by a number stands on the page that they mean: sections of the contract,
// probes, goals and laws of the runtime.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { inBrowser, measured, open } from '../probes/register.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const internals = (name: string) => read(`docs/internals/${name}.md`)
const folders = 'domain,runtime,storage,rpc,actors,http,main,cli,benchmarks,test'
const sources = globSync(`{${folders}}/**/*.ts`, { cwd: root }).map(path => [path, read(path)] as const)

/** Everything that a pattern's first group finds, with the file that says so. */
function cited(pattern: RegExp, inside = /^/): [string, string][] {
  return sources
    .filter(([path]) => inside.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(pattern)].map(match => [path, match[1]!] as [string, string]),
    )
}

/** Citations that a page does not have. */
function missing(citations: readonly [string, string][], isThere: (number: string) => boolean): string[] {
  return citations.filter(([, number]) => !isThere(number)).map(([path, number]) => `${path}: ${number}`)
}

test('a section of the contract that a comment cites is there', async t => {
  const citations = cited(/internals\/contract\.md,\s+(?:(?:\/\/|\*)\s+)?(\d+)/g)
  t.ok(citations.length > 10, 'citations are found')
  const page = internals('contract')
  t.strictSame(
    missing(citations, number => page.includes(`\n## ${number}. `)),
    [],
  )
})

test('a probe that a test names is there, and so is every one of the register', async t => {
  const ranges = cited(/\((P\d+(?:[-, ]+P\d+)*)\)/g, /^test\//)
  const named = ranges.flatMap(([path, said]) =>
    said.match(/P\d+/g)!.map(one => [path, one] as [string, string]),
  )
  t.ok(named.length > 50, 'citations are found')
  const numbers = [...Object.keys(open), ...Object.keys(inBrowser), ...measured]
  const registered = numbers.map(number => ['test/probes/register.ts', `P${number}`] as [string, string])
  const page = internals('probes')
  t.strictSame(
    missing([...named, ...registered], number => page.includes(`\n| ${number} | `)),
    [],
  )
})

test('a goal that a benchmark or a run names is there', async t => {
  const goals = cited(/goals: \[([^\]]+)\]/g, /^benchmarks\//).flatMap(([path, said]) =>
    (said.match(/[SR]\d+/g) ?? []).map(one => [path, one] as [string, string]),
  )
  t.ok(goals.length > 10, 'citations are found')
  const said = cited(/[Gg]oals? ([SR]\d+)/g)
  const page = internals('goals')
  t.strictSame(
    missing([...goals, ...said], number => page.includes(`\n| ${number} | `)),
    [],
  )
})

test('a law of the runtime that a comment names is there', async t => {
  const laws = cited(/\((R\d+)\)/g, /^(runtime|actors|storage)\//)
  t.ok(laws.length > 5, 'citations are found')
  const page = internals('runtime')
  t.strictSame(
    missing(laws, number => page.includes(`\n| ${number} | `)),
    [],
  )
})

test('no comment cites a specification that is not in the repository', async t => {
  const foreign =
    /(?<![\w/-])(?:contract|mcp|goals|probes|service|house|style)\.md|\(contract \d|\barchitecture \d|shared\/(?:spec|design)/g
  const own = 'test/docs/citations.test.ts'
  t.strictSame(
    sources
      .filter(([path]) => path !== own)
      .flatMap(([path, text]) => (text.match(foreign) ?? []).map(said => `${path}: ${said}`)),
    [],
  )
})
