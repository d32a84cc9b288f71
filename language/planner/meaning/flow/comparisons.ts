// Conditions that exclude each other.

import type { Step } from '../../../../domain/plan/plan.ts'
import { wordTable } from '../../lattice/word-table.ts'
import { negated } from './branches.ts'

const comparison = /^(.+?) (==|!=|<=|>=|<|>) ([^<>=!&|]+)$/

interface Compared {
  readonly path: string
  readonly op: string
  readonly right: string
}

const opposite = wordTable<string>({
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
})

export function comparedIn(when: string): Compared | null {
  const inner = /^!\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/.exec(when)?.[1]
  const [, path, op, right] = comparison.exec(inner ?? when) ?? []
  if (path === undefined || /&&|\|\|/.test(when)) return null
  return { path, op: inner === undefined ? op! : opposite[op!]!, right: right! }
}

/** Two conditions that never hold together, as far as their words show it. */
export function excludes(a: string, b: string): boolean {
  if (a === negated(b) || b === negated(a)) return true
  const [one, two] = [comparedIn(a), comparedIn(b)]
  if (one === null || two === null || one.path !== two.path) return false
  if (one.right === two.right && opposite[one.op] === two.op) return true
  const isText = /^"[^"]*"$/
  if (isText.test(one.right) && isText.test(two.right))
    return one.op === '==' && two.op === '==' && one.right !== two.right
  if (one.right === two.right) {
    const holds = (op: string, sign: number) =>
      ({
        '==': sign === 0,
        '!=': sign !== 0,
        '<': sign < 0,
        '<=': sign <= 0,
        '>': sign > 0,
        '>=': sign >= 0,
      })[op]!
    return [-1, 0, 1].every(sign => !(holds(one.op, sign) && holds(two.op, sign)))
  }
  const [m, n] = [Number(one.right), Number(two.right)]
  if (Number.isNaN(m) || Number.isNaN(n)) return false
  const holds = (op: string, value: number, right: number) =>
    ({
      '==': value === right,
      '!=': value !== right,
      '<': value < right,
      '<=': value <= right,
      '>': value > right,
      '>=': value >= right,
    })[op]!
  const probes = [
    m - 1,
    m,
    (m + n) / 2,
    n,
    n - 1,
    m + 1,
    n + 1,
    Math.min(m, n) - 1,
    Math.max(m, n) + 1,
    m + 0.5,
    n + 0.5,
    m - 0.5,
    n - 0.5,
  ]
  // The number of items is a whole one.
  return probes
    .filter(value => !one.path.startsWith('size(') || (Number.isInteger(value) && value >= 0))
    .every(value => !(holds(one.op, value, m) && holds(two.op, value, n)))
}

export function contradicts(steps: readonly Step[], when: string): boolean {
  return steps.some(step => step.kind === 'if' && step.cases.some(each => excludes(each.when, when)))
}
