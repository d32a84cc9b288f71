// The command line as its user has it, with a home directory of its own: `run` calls it in this process,
// which is quick; `start` gives it a process of its own, for what is about the process.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import tap from 'tap'
import { main } from '../../../cli/troupe.ts'
import { node } from '../product.ts'

const program = join(import.meta.dirname, '../../../cli/main.js')

export interface Ending {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  readonly ending: Promise<Ending>
  /** What the pattern's group found on standard error, as soon as it is there. */
  said(pattern: RegExp): Promise<string>
}

type Variables = Readonly<Record<string, string>>

export class CommandLine {
  readonly home = mkdtempSync(join(tmpdir(), 'troupe-cli-'))
  readonly variables: Variables

  /** @param variables of the environment; HOME is its own */
  constructor(variables: Variables) {
    this.variables = variables
    tap.teardown(() => rmSync(this.home, { recursive: true, force: true }))
  }

  /** @param typed what stands after `troupe`, words separated by blanks */
  async run(typed: string, input = '', variables = this.variables): Promise<Ending> {
    const stdout = collector()
    const stderr = collector()
    const code = await main(typed.split(' '), {
      stdin: Readable.from([input]),
      stdout,
      stderr,
      variables: { HOME: this.home, ...variables },
      leaving: () => new AbortController().signal,
    })
    return { code, stdout: stdout.text, stderr: stderr.text }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  async json(typed: string, input?: string): Promise<any> {
    const { stdout, stderr } = await this.run(`${typed} --json`, input)
    try {
      return JSON.parse(stdout)
    } catch (cause) {
      throw new Error(`${typed}: ${stdout}${stderr}`, { cause })
    }
  }

  start(...typed: readonly string[]): Running {
    const child = spawn(node, [program, ...typed], {
      cwd: this.home,
      env: { PATH: process.env['PATH'], HOME: this.home, ...this.variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    tap.teardown(() => child.kill('SIGKILL'))
    const stdout = collector()
    const stderr = collector()
    const looks = new Set<() => void>()
    child.stdout!.on('data', chunk => stdout.write(chunk))
    child.stderr!.on('data', chunk => {
      stderr.write(chunk)
      for (const look of looks) look()
    })
    const ending = new Promise<Ending>(resolve => {
      child.on('close', code => resolve({ code, stdout: stdout.text, stderr: stderr.text }))
    })
    const said = (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(stderr.text)
          if (match) resolve(match[1] ?? match[0])
        }
        looks.add(look)
        look()
        void ending.then(() => reject(new Error(`it ended without ${pattern}: ${stderr.text}`)))
      })
    return { child, ending, said }
  }
}

function collector() {
  return {
    text: '',
    write(chunk: unknown) {
      this.text += chunk
    },
  }
}
