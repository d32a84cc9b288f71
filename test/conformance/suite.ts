// The official conformance suite of MCP, run as its users run it: its command line against a URL. What it
// found is read from the checks that it writes, since some of its scenarios pass against a server that is
// dead, and its exit status leaves out what a requirement set does not score.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { node } from '../support/product.ts'

const packages = join(import.meta.dirname, '../../node_modules')

/** The suite's two versions: the one of the newest revision, and the stable one. */
export const suites = {
  newest: join(packages, '@modelcontextprotocol/conformance/dist/index.js'),
  stable: join(packages, 'conformance-stable/dist/index.js'),
} as const

export interface SuiteRun {
  readonly exitCode: number | null
  /** Scenarios that wrote checks. */
  readonly scenarios: number
  /** Checks that passed. */
  readonly passed: number
  /** Checks that failed or warned, each in one line. */
  readonly troubles: readonly string[]
  /** What it printed. */
  readonly output: string
}

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

/** A run that hangs is ended, and then has few checks and no exit code. */
const deadlineMs = 150_000

/** @param selection options such as `--requirements 2026-07-28` */
export async function runSuite(
  suite: keyof typeof suites,
  url: string,
  selection: readonly string[],
): Promise<SuiteRun> {
  const directory = mkdtempSync(join(tmpdir(), 'troupe-conformance-'))
  try {
    const child = spawn(node, [suites[suite], 'server', '--url', url, ...selection, '-o', directory], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: deadlineMs,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += chunk
      })
    }
    const [exitCode] = (await once(child, 'close')) as [number | null]
    return { exitCode, output, ...read(directory) }
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

function read(directory: string): Pick<SuiteRun, 'scenarios' | 'passed' | 'troubles'> {
  const files = globSync('**/checks.json', { cwd: directory })
  let passed = 0
  const troubles: string[] = []
  for (const file of files) {
    for (const { id, status, errorMessage } of JSON.parse(
      readFileSync(join(directory, file), 'utf8'),
    ) as Check[]) {
      if (status === 'SUCCESS') passed++
      if (status === 'FAILURE' || status === 'WARNING') {
        troubles.push(`${basename(dirname(file))} ${status} ${id}: ${errorMessage}`)
      }
    }
  }
  return { scenarios: files.length, passed, troubles }
}
