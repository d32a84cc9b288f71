// Constructs of other languages whose operands have to be found: `??`, comprehensions and generators of
// Python, its `not`, its `x if c else y`, `find` with an arrow, the length of what is certainly a list.
import { closingOf, heldText, openingOf, operandEnd, operandStart, topLevelIndex } from './code.ts'

/** Code without texts; what is not found stays. */
export function widelyRewritten(code: string): string {
  const passes = [
    withComprehensions,
    withGenerators,
    withConditions,
    withNotIn,
    withNot,
    withJoins,
    withDefaults,
    withFinds,
    withLengths,
  ]
  // So many loops in one expression are a program, and each takes as long as the whole is.
  if (code.split(/\sfor\s/).length > most) return code
  return passes.reduce((text, pass) => repeated(text, pass), code)
}

/** Of one construct in one expression; more would be a program. */
const most = 12

/** Each pass rewrites one place. */
function repeated(code: string, pass: (code: string) => string): string {
  let text = code
  for (let count = 0; count < most; count++) {
    const next = pass(text)
    if (next === text) break
    text = next
  }
  return text
}

/** `[x.a for x in list if cond]` */
function withComprehensions(code: string): string {
  for (let at = code.indexOf('['); at !== -1; at = code.indexOf('[', at + 1)) {
    const close = closingOf(code, at)
    if (close === -1) return code
    const list = comprehension(code.slice(at + 1, close), null)
    if (list !== null) return code.slice(0, at) + list + code.slice(close + 1)
  }
  return code
}

/** `sum(x.a for x in list)`, `any(cond for x in list)` */
function withGenerators(code: string): string {
  const calls = /(?<![\w.])(\w+)\(/g
  for (const { 0: whole, 1: name = '', index } of code.matchAll(calls)) {
    const open = index + whole.length - 1
    const close = closingOf(code, open)
    if (close === -1) continue
    const kind = name === 'any' || name === 'all' ? name : null
    const list = comprehension(code.slice(open + 1, close), kind)
    if (list === null) continue
    const call = kind === null ? `${name}(${list})` : list
    return code.slice(0, index) + call + code.slice(close + 1)
  }
  return code
}

function comprehension(inside: string, kind: 'any' | 'all' | null): string | null {
  const at = topLevelIndex(inside, /\sfor\s+[A-Za-z_]\w*\s+in\s/)
  if (at === -1) return null
  const [head = '', variable = ''] = /^\sfor\s+([A-Za-z_]\w*)\s+in\s/.exec(inside.slice(at)) ?? []
  const value = inside.slice(0, at).trim()
  const rest = inside.slice(at + head.length)
  // Two loops, or another argument behind it, are no comprehension of ours.
  if (/\sfor\s/.test(rest) || topLevelIndex(rest, /,/) !== -1) return null
  const condition = topLevelIndex(rest, /\sif\s/)
  const list = grouped(condition === -1 ? rest : rest.slice(0, condition))
  const kept = condition === -1 ? list : `${list}.filter(${variable}, ${rest.slice(condition + 4).trim()})`
  if (kind !== null) return `${kept}.${kind === 'any' ? 'exists' : 'all'}(${variable}, ${value})`
  return value === variable ? kept : `${kept}.map(${variable}, ${value})`
}

function grouped(code: string): string {
  const bare = code.trim()
  return operandStart(bare, bare.length) === 0 ? bare : `(${bare})`
}

/** `a if c else b`, alone or in brackets of its own. */
function withConditions(code: string): string {
  const at = topLevelIndex(code, /\sif\s/)
  const other = at === -1 ? -1 : topLevelIndex(code, /\selse\s/, at + 1)
  if (other !== -1) {
    const [yes, condition, no] = [code.slice(0, at), code.slice(at + 4, other), code.slice(other + 6)]
    return `(${condition.trim()}) ? ${yes.trim()} : ${withConditions(no.trim())}`
  }
  const inner = /\(([^()]*\sif\s[^()]*\selse\s[^()]*)\)/.exec(code)
  if (inner === null || /,/.test(inner[1]!)) return code
  const { index } = inner
  return `${code.slice(0, index)}(${withConditions(inner[1]!)})${code.slice(index + inner[0].length)}`
}

/** `x not in list` */
function withNotIn(code: string): string {
  const found = /\s+not\s+in\s+/.exec(code)
  if (found === null) return code
  const [start, from] = [operandStart(code, found.index), found.index + found[0].length]
  const end = operandEnd(code, from)
  const [value, list] = [code.slice(start, found.index), code.slice(from, end)]
  if (value === '' || list === '') return code
  return `${code.slice(0, start)}!(${value} in ${list})${code.slice(end)}`
}

/** `not a == b` is `!(a == b)`. */
function withNot(code: string): string {
  const found = /(?<![\w.])not\s+/.exec(code)
  if (found === null) return code
  const from = found.index + found[0].length
  const stop = topLevelIndex(code, /&&|\|\||\?|,|:/, from)
  const end = stop === -1 ? endOfGroup(code, from) : stop
  return `${code.slice(0, found.index)}!(${code.slice(from, end).trim()})${stop === -1 ? '' : ' '}${code.slice(end)}`
}

/** Where the brackets around end. */
function endOfGroup(code: string, from: number): number {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) depth++
    else if (')]}'.includes(code[at]!) && depth-- === 0) return at
  }
  return code.length
}

/** `", ".join(list)` */
function withJoins(code: string): string {
  const found = new RegExp(`(${heldText})\\.join\\(`).exec(code)
  if (found === null) return code
  const open = found.index + found[0].length - 1
  const close = closingOf(code, open)
  if (close === -1) return code
  const call = `join(${code.slice(open + 1, close)}, ${found[1]})`
  return code.slice(0, found.index) + call + code.slice(close + 1)
}

/** `a ?? b ?? c`, the last one first. */
function withDefaults(code: string): string {
  const at = code.lastIndexOf('??')
  if (at === -1) return code
  const end = code.slice(0, at).trimEnd().length
  const from = at + 2 + (/^\s*/.exec(code.slice(at + 2))?.[0].length ?? 0)
  const [start, stop] = [operandStart(code, end), operandEnd(code, from)]
  if (start === end || stop === from) return code
  return `${code.slice(0, start)}default(${code.slice(start, end)}, ${code.slice(from, stop)})${code.slice(stop)}`
}

/** `list.find(o, cond)` of an arrow: by one field, or the first that passes. */
function withFinds(code: string): string {
  const found = /\.find\(([A-Za-z_]\w*), /.exec(code)
  if (found === null) return code
  const [head, variable = ''] = found
  const open = found.index + '.find'.length
  const close = closingOf(code, open)
  if (close === -1) return code
  const condition = code.slice(found.index + head.length, close)
  const [same = '', field = ''] = new RegExp(`^${variable}\\.([\\w.]+) == `).exec(condition) ?? []
  const value = condition.slice(same.length)
  const isOne =
    same !== '' && operandEnd(value, 0) === value.length && !new RegExp(`\\b${variable}\\b`).test(value)
  if (isOne) return `${code.slice(0, open)}("${field}", ${value})${code.slice(close + 1)}`
  const start = operandStart(code, found.index)
  const list = code.slice(start, found.index)
  if (list === '') return code
  const first = `default(first(${list}.filter(${variable}, ${condition})), null)`
  return `${code.slice(0, start)}${first}${code.slice(close + 1)}`
}

const listCalls = ['filter', 'map', 'sort', 'sortBy', 'unique', 'split', 'keys', 'values', 'slice', 'flatten']

/** `list.filter(...).length`: what such a call gives has no field of that name. */
export function withLengths(code: string): string {
  const calls = /\)\.length\b(?!\s*\()/g
  for (const { index } of code.matchAll(calls)) {
    const open = openingOf(code, index)
    const [, name = ''] = /(\w+)$/.exec(code.slice(0, Math.max(open, 0))) ?? []
    if (!listCalls.includes(name)) continue
    return `${code.slice(0, index)}).size()${code.slice(index + ').length'.length)}`
  }
  return code
}

/** `"Total: " + n`: a text takes texts only, and what is added to it is meant as one. */
export function withTextSums(code: string): string {
  const isText = (operand: string) => new RegExp(`^${heldText}$`).test(operand)
  let text = code
  for (let at = text.lastIndexOf('+'); at > 0; at = text.lastIndexOf('+', at - 1)) {
    const end = text.slice(0, at).trimEnd().length
    const from = at + 1 + (/^\s*/.exec(text.slice(at + 1))?.[0].length ?? 0)
    const [start, stop] = [operandStart(text, end), operandEnd(text, from)]
    const [left, right] = [text.slice(start, end), text.slice(from, stop)]
    if (left === '' || right === '' || isText(left) === isText(right)) continue
    const other = isText(left) ? right : left
    if (other.startsWith('string(')) continue
    const sum = isText(left) ? `${left} + string(${right})` : `string(${left}) + ${right}`
    text = text.slice(0, start) + sum + text.slice(stop)
  }
  return text
}
