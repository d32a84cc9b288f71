// Carries out the examples of one page, in their order, against a product: shell and TypeScript in the page's
// shell, prompts and plans by the API. Gives what is wrong, each with the line of its block; none when the
// page is true.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../../domain/json.ts'
import type { Diagnostic } from '../../domain/plan/plan.ts'
import { Client } from '../support/people/client.ts'
import { differences, jsonValues, missingLines } from './answers.ts'
import { type Block, blocksOf } from './page-blocks.ts'
import { PageShell, type Printed } from './page-shell.ts'
import { asProgram } from './programs.ts'

export interface PageWorld {
  /** Origin of the service; stands in for http://localhost:8080. */
  readonly url: string
  /** An API key of an organization of the page's own that may do everything. */
  readonly key: string
  /** Origins that stand in for others, by what a page says. */
  readonly origins?: Readonly<Record<string, string>>
}

/** @returns lines like `12: expected ...` */
export async function runPage(page: string, world: PageWorld): Promise<string[]> {
  const shell = new PageShell({ KEY: world.key, URL: world.url })
  const problems: string[] = []
  try {
    const blocks = blocksOf(withOrigins(page, world))
    let printed: Printed | null = null
    for (const [index, block] of blocks.entries()) {
      const isAnswered = blocks[index + 1]?.task.type === 'answer'
      const step = await carryOut(block, { shell, world, printed, isAnswered })
      printed = step.printed
      problems.push(...step.problems.map(problem => `${block.line}: ${problem}`))
      // What follows has nothing to go on from.
      if (printed !== null && printed.failure !== null) break
    }
  } finally {
    await shell.end()
  }
  return problems
}

interface Around {
  readonly shell: PageShell
  readonly world: PageWorld
  /** By the block right before, when that was run. */
  readonly printed: Printed | null
  readonly isAnswered: boolean
}

interface Outcome {
  readonly problems: readonly string[]
  readonly printed: Printed | null
}

async function carryOut(block: Block, around: Around): Promise<Outcome> {
  const { task, language, text } = block
  const { shell, world } = around
  switch (task.type) {
    case 'none':
    case 'skipped':
      return { problems: [], printed: null }
    case 'unknown':
      return {
        problems: [`nothing is known of a block of ${language} that says "${task.words}"`],
        printed: null,
      }
    case 'run': {
      const printed = await shell.run(language === 'ts' ? program(block, shell) : text)
      return { problems: judged(printed, around.isAnswered), printed }
    }
    case 'answer':
      return { problems: answered(block, around.printed), printed: null }
    case 'ready':
      return { problems: blocking(await diagnosed({ prompt: text }, world)), printed: null }
    case 'refused': {
      const codes = blocking(await diagnosed({ prompt: text }, world))
      const isRefused = codes.some(line => line.startsWith(`${task.code}: `))
      const problem = `expected to be refused with ${task.code}, received ${codes.join('; ') || 'no refusal'}`
      return { problems: isRefused ? [] : [problem], printed: null }
    }
    case 'plan': {
      const { plan } = { plan: JSON.parse(text), ...JSON.parse(text) }
      const said = { prompt: 'Written by hand', plan }
      return { problems: blocking(await diagnosed(said, world)), printed: null }
    }
  }
}

/** A block of TypeScript as a file, and the line of shell that runs it. */
function program({ text, line }: Block, shell: PageShell): string {
  const file = join(shell.directory, `home/program-${line}.ts`)
  writeFileSync(file, asProgram(text))
  return `node '${file}'`
}

/** A refusal that the page does not show is a mistake of the page. */
function judged({ stdout, stderr, failure }: Printed, isAnswered: boolean): string[] {
  if (failure !== null) return [`${failure}:\n${stdout}${stderr}`]
  const refusals = isAnswered ? [] : jsonValues(stdout).filter(isRefusal)
  return refusals.map(refusal => `the service refused: ${JSON.stringify(refusal)}`)
}

function isRefusal(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value)[0] === 'error' && !('id' in value)
}

/** The last thing that was printed is what the answer shows. */
function answered({ language, text }: Block, printed: Printed | null): string[] {
  if (printed === null) return ['an answer stands right after the block that prints it']
  if (printed.failure !== null) return []
  const all = printed.stdout + printed.stderr
  if (language === 'text')
    return missingLines(text, all).map(line => `"${line}" was not printed, but:\n${all}`)
  const last = jsonValues(printed.stdout).at(-1)
  if (last === undefined) return [`no JSON was printed, but:\n${all}`]
  return differences(JSON.parse(text), last)
}

async function diagnosed(body: unknown, { url, key }: PageWorld): Promise<readonly Diagnostic[] | string> {
  const answer = await new Client(url, key).post('/api/v1/workflows/plan', body)
  return answer.status === 200 ? answer.body.diagnostics : `the service answered ${answer.body.error}`
}

function blocking(diagnostics: readonly Diagnostic[] | string): string[] {
  if (typeof diagnostics === 'string') return [diagnostics]
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`)
}

function withOrigins(page: string, { url, origins = {} }: PageWorld): string {
  const all = Object.entries({ 'http://localhost:8080': url, ...origins })
  return all.reduce((text, [said, meant]) => text.replaceAll(said, meant), page)
}
