// Which probe is held where, read from the sources: a test holds a probe when its first line says so,
// `probes(t, 76)`, and such a test fails unless an assertion that carries "P76" ran and passed
// (test/support/probes.ts). A title alone holds nothing. The numbers are those of docs/internals/probes.md,
// which has gaps. register.test.ts asks this of the whole tree; `npm run probes` measures what is said about
// time.
import { lineAt, type Source } from '../support/source.ts'

export interface Held {
  readonly file: string
  readonly line: number
  readonly title: string
  readonly numbers: readonly number[]
  /** Left out in some place, or everywhere: it holds nothing for certain. */
  readonly isSkipped: boolean
}

export interface Reading {
  readonly held: readonly Held[]
  /** What would make the register lie. */
  readonly mistakes: readonly string[]
}

/** Timings alone, which stand in no test: timings.ts measures them. */
export const measured: readonly number[] = [53, 112]

/** Held in a browser: those tests are left out where there is none, so they hold nothing for certain. */
export const inBrowser: Readonly<Record<number, string>> = {
  99: 'test/chat/widget-safety.test.ts and test/dashboard/hostile.test.ts',
}

/** What a probe says besides, and no assertion holds. */
export const open: Readonly<Record<number, string>> = {
  2: 'that G is in no access log: nothing of it reaches a handler is what is asserted',
  9: 'within 1 s: a time, and npm run probes does not measure it',
  13: 'closed within 15 s: asserted with a bound of 300 ms, which is 10 s in the service',
  14: 'at most 1 MB more memory: what is asserted is how little is read for a reader that takes nothing',
  48: 'within 1 s: that everything ends is asserted, not how soon',
  51: 'a key in webhooks: no event carries one, and no test says so',
  62: 'across workers: there is one process; the count outlives it, and the engine',
  65: 'an address with +tag: mailboxes are compared without reading tags, which differ by provider',
  74: 'within 1 s: that everything ends is asserted, not how soon',
  90: 'as an error of a step: the refusal of the call is asserted',
  92: 'memory: asserted is where an answer is cut, not what the service holds meanwhile',
  105: 'at the expiry of a token: asserted is its end by revocation',
  107: 'within 5 s: no time is asserted',
}

const declaration = /\bprobes\(t((?:,\s*\d+)+),?\s*\)/g
const opening = /(?<![.\w])test(?:\.\w+)?\(/g
const claim = /\((P\d+(?:[-,] ?P?\d+)*)\)/g

/** @param file for people */
export function readProbes(file: string, { text, code }: Source): Reading {
  const tests = [...code.matchAll(opening)].map(({ index, 0: opened }) => {
    const body = code.indexOf('=> {', index) + 4
    return {
      at: index,
      body,
      end: endOf(code, index + opened.length),
      title: /(['"`])((?:\\.|(?!\1).)*)\1/s.exec(text.slice(index, body))?.[2] ?? '',
      isSkipped: /\b(skip|todo)\b/.test(code.slice(index, body)),
    }
  })
  const mistakes: string[] = []
  const held = [...code.matchAll(declaration)].flatMap(({ index, 1: list }) => {
    const line = lineAt(text, index)
    const around = tests.findLast(({ at, end }) => at < index && index < end)
    if (around === undefined || code.slice(around.body, index).trim() !== '') {
      mistakes.push(`${file}:${line}: probes(...) is not the first line of a test`)
      return []
    }
    const numbers = list!.match(/\d+/g)!.map(Number)
    return [{ file, line, title: around.title, numbers, isSkipped: around.isSkipped, at: around.at }]
  })
  for (const { at, title } of tests) {
    const numbers = held.filter(each => each.at === at).flatMap(each => each.numbers)
    const empty = claimed(title).filter(number => !numbers.includes(number))
    if (empty.length > 0)
      mistakes.push(`${file}:${lineAt(text, at)}: P${empty.join(', P')} in the title only`)
  }
  return { held: held.map(({ at: _, ...each }) => each), mistakes }
}

/** Numbers in a title: `(P1-P4, P8)` */
function claimed(title: string): readonly number[] {
  return [...title.matchAll(claim)].flatMap(({ 1: list }) =>
    list!.split(',').flatMap(part => {
      const [from, to] = part.match(/\d+/g)!.map(Number) as [number, number?]
      return Array.from({ length: (to ?? from) - from + 1 }, (_, n) => from + n)
    }),
  )
}

/** Where the parenthesis closes that was opened just before. */
function endOf(code: string, from: number): number {
  let depth = 1
  for (let at = from; at < code.length; at++) {
    if (code[at] === '(') depth++
    else if (code[at] === ')' && --depth === 0) return at
  }
  return code.length
}
