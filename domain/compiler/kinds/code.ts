// Checks the JavaScript of a code step: it must parse as the body of an async function, return something, and
// read nothing of the plan but its arguments. It is never run here. Called by domain/compiler/blocks.ts.

import { type AnyNode, type Program, parse } from 'acorn'
import type { CodeBlock } from '../../plan/blocks/code.ts'
import type { Step } from '../../plan/plan.ts'
import type { Pass } from '../compiler.ts'

export function checkCode(step: Step, { js }: CodeBlock, pass: Pass): void {
  const defect = defectOf(js)
  if (defect !== null) pass.report(step, 'BAD_CODE', 'js', `${step.id}.js: ${defect}`)
}

/** Where the code does not parse, or what it lacks; null when neither. */
function defectOf(js: string): string | null {
  if (js.trim() === '') return 'expected JavaScript that returns something'
  try {
    // As a script it sees `import` and `export` as errors, which they are in the body of a function.
    return meaningDefect(
      parse(js, { ecmaVersion: 2023, allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true }),
    )
  } catch (error) {
    if (error instanceof RangeError) return 'the code is nested too deep'
    if (!(error instanceof SyntaxError)) throw error
    const { line, column } = (error as SyntaxError & { readonly loc: { line: number; column: number } }).loc
    const reason = error.message.replace(/ \(\d+:\d+\)$/, '')
    return `line ${line}, column ${column + 1}: ${reason[0]!.toLowerCase()}${reason.slice(1)}`
  }
}

function meaningDefect({ body }: Program): string | null {
  const [only] = body
  if (body.length === 1 && only?.type === 'ExpressionStatement') {
    const { type } = only.expression
    if (type === 'ArrowFunctionExpression' || type === 'FunctionExpression')
      return 'expected the body of a function, received a function: write only what is inside of it, with return'
  }
  const found = { returns: false, throws: false, names: new Set<string>(), declared: new Set<string>() }
  for (const node of body) look(node, found, true)
  const foreign = planNames.find(name => found.names.has(name) && !found.declared.has(name))
  if (foreign !== undefined)
    return `the code does not see ${foreign}: name what it needs in args, {"x": {"$": "${foreign}..."}}, and read args.x`
  return found.returns || found.throws ? null : 'the code returns nothing: end it with return and the value'
}

/** Of the plan around the code, which expressions see and code does not. */
const planNames = ['inputs', 'steps'] as const

interface Found {
  returns: boolean
  throws: boolean
  readonly names: Set<string>
  readonly declared: Set<string>
}

/** @param isOutside of every function in the code */
function look(node: AnyNode, found: Found, isOutside: boolean): void {
  if (node.type === 'ReturnStatement' && isOutside) found.returns ||= node.argument != null
  if (node.type === 'ThrowStatement' && isOutside) found.throws = true
  if (node.type === 'Identifier') found.names.add(node.name)
  if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration') declare(node.id, found)
  const isFunction = node.type.includes('Function')
  if (isFunction && 'params' in node) for (const parameter of node.params) declare(parameter, found)
  for (const [key, value] of Object.entries(node)) {
    // The name of a field is no variable.
    const isName = (key === 'property' || key === 'key') && !(node as { computed?: boolean }).computed
    if (isName && !(node as { shorthand?: boolean }).shorthand) continue
    for (const part of Array.isArray(value) ? value : [value])
      if (typeof part?.type === 'string') look(part, found, isOutside && !isFunction)
  }
}

/** Names in a pattern: `x`, `{ x }`, `[x]`. */
function declare(pattern: unknown, { declared }: Found): void {
  const names = { returns: false, throws: false, names: new Set<string>(), declared: new Set<string>() }
  if (pattern != null) look(pattern as AnyNode, names, false)
  for (const name of names.names) declared.add(name)
}
