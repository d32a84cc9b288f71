// What the processes of a run say, as TAP: added up, and what failed kept with its diagnostics.
import { Parser, type Result } from 'tap-parser'

export interface Failure {
  readonly file: string
  /** Titles of the tests that it lies in, and its own. */
  readonly title: string
  /** What tap knows of it, or null. */
  readonly diagnostics: unknown
}

/** What a file took, in seconds; `processor` is that of its process and of all that it started and ended. */
export interface Cost {
  readonly file: string
  readonly seconds: number
  readonly processor: number
}

export class Results {
  /** Told of each file at its end. */
  readonly onFile: (cost: Cost) => void
  passed = 0
  skipped = 0
  readonly failures: Failure[] = []
  /** Of each file that has ended, in that order. */
  readonly costs: Cost[] = []
  /** Files and, below them, every test by its title: the laws. */
  readonly titles: string[] = []

  constructor(onFile: (cost: Cost, failures: number) => void) {
    this.onFile = cost => onFile(cost, this.failures.filter(({ file }) => file === cost.file).length)
  }
}

/** Reads what one process of group.ts writes. */
export class GroupReader {
  readonly #results: Results
  readonly #parser = new Parser()
  readonly #files: readonly string[]
  /** Whose end has not been heard of yet. */
  readonly #unheard: Set<string>

  /** @param files those that it was told to run */
  constructor(results: Results, files: readonly string[]) {
    this.#results = results
    this.#files = files
    this.#unheard = new Set(files)
    this.#parser.on('child', child => this.#noteTitles(child))
    this.#parser.on('assert', ({ name }: Result) => this.#unheard.delete(name))
    this.#parser.on('pass', () => results.passed++)
    for (const event of ['skip', 'todo']) this.#parser.on(event, () => results.skipped++)
    this.#parser.on('fail', ({ fullname, diag }: Result) => {
      const file = files.find(each => fullname.startsWith(each)) ?? files[0]!
      this.#fail(file, fullname.slice(fullname.startsWith(file) ? file.length + 3 : 0), diag)
    })
    this.#parser.on('comment', (line: string) => {
      const cost = /^# cost (\{.*\})/.exec(line)
      if (!cost) return
      results.costs.push(JSON.parse(cost[1]!))
      results.onFile(results.costs.at(-1)!)
    })
  }

  write(text: string): void {
    this.#parser.write(text)
  }

  /** @param ending how the process ended and what it complained of, or null: with 0 */
  end(ending: string | null): void {
    this.#parser.end()
    for (const file of this.#unheard) this.#fail(file, ending ?? 'it was not run to its end', null)
    const isTold = this.#results.failures.some(({ file }) => this.#files.includes(file))
    if (ending && !isTold) this.#fail(this.#files.at(-1)!, ending, null)
  }

  #noteTitles(parser: Parser): void {
    this.#results.titles.push(parser.fullname)
    parser.on('child', child => this.#noteTitles(child))
  }

  #fail(file: string, title: string, diagnostics: unknown): void {
    this.#results.failures.push({ file, title: title || file, diagnostics })
  }
}
