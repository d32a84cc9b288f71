// The shell of a page: one bash for all of its examples, so that what one sets the next one has. It starts in
// a directory of its own, with a home of its own, and ends at the first command that fails; what it began in
// the background ends with it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { node } from '../support/product.ts'

const root = join(import.meta.dirname, '../..')

/** For one block: a whole execution that is followed to its end, on a busy machine. */
const blockTimeoutMs = 60_000

/** `npx troupe` and `npm run` mean this repository, wherever the shell is. */
const beginning = `
npx() { if [ "$1" = troupe ]; then shift; "${node}" "${root}/cli/main.js" "$@"; else command npx "$@"; fi; }
npm() { command npm --prefix "${root}" "$@"; }
set -e
`

export interface Printed {
  readonly stdout: string
  readonly stderr: string
  /** Why it did not come to its end; null when it did. */
  readonly failure: string | null
}

export class PageShell {
  readonly directory = mkdtempSync(join(tmpdir(), 'troupe-docs-'))
  readonly #child: ChildProcess
  readonly #exit: Promise<unknown>
  #stdout = ''
  #stderr = ''
  #count = 0

  constructor(environment: Readonly<Record<string, string>>) {
    mkdirSync(join(this.directory, 'home'))
    const path = `${dirname(node)}:${process.env['PATH']}`
    this.#child = spawn('bash', ['--noprofile', '--norc'], {
      cwd: this.directory,
      env: { PATH: path, HOME: join(this.directory, 'home'), ...environment },
      // A group of its own, which is ended as a whole.
      detached: true,
    })
    this.#exit = once(this.#child, 'exit')
    this.#child.stdin!.on('error', () => {})
    this.#child.stdout!.on('data', chunk => void (this.#stdout += chunk))
    this.#child.stderr!.on('data', chunk => void (this.#stderr += chunk))
    this.#child.stdin!.write(beginning)
  }

  /** Runs one block to its end. */
  async run(script: string): Promise<Printed> {
    const number = ++this.#count
    const file = join(this.directory, `home/block-${number}.sh`)
    writeFileSync(file, `${script}\n`)
    this.#stdout = this.#stderr = ''
    const mark = `\x1e${number}\x1e`
    this.#child.stdin!.write(`. '${file}' </dev/null\nprintf '\\036${number}\\036'\n`)
    const failure = await Promise.race([
      this.#printed(mark),
      this.#exit.then(() => 'a command of it failed'),
      after(blockTimeoutMs),
    ])
    return { stdout: this.#stdout.replace(mark, ''), stderr: this.#stderr, failure }
  }

  async end(): Promise<void> {
    try {
      process.kill(-this.#child.pid!, 'SIGKILL')
    } catch {
      // All of it has ended.
    }
    await this.#exit
    rmSync(this.directory, { recursive: true, force: true })
  }

  #printed(mark: string): Promise<null> {
    return new Promise(resolve => {
      const look = () => {
        if (!this.#stdout.includes(mark)) return
        this.#child.stdout!.off('data', look)
        resolve(null)
      }
      this.#child.stdout!.on('data', look)
    })
  }
}

function after(ms: number): Promise<string> {
  return new Promise(resolve => {
    setTimeout(() => resolve(`it did not end within ${ms / 1_000} s`), ms).unref()
  })
}
