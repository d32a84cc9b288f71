// Checks the JavaScript of a code step: it must parse as the body of an async function. It is never run here.
// Called by domain/compiler/blocks.ts.

import { parse } from 'acorn'
import type { CodeBlock, Step } from '../plan/plan.ts'
import type { Pass } from './compiler.ts'

export function checkCode(step: Step, { js }: CodeBlock, pass: Pass): void {
  const defect = defectOf(js)
  if (defect !== null) pass.report(step, 'BAD_CODE', 'js', `${step.id}.js: ${defect}`)
}

/** Where the code does not parse, and why; null when it does. */
function defectOf(js: string): string | null {
  if (js.trim() === '') return 'expected JavaScript that returns something'
  try {
    // As a script it sees `import` and `export` as errors, which they are in the body of a function.
    parse(js, { ecmaVersion: 2023, allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true })
    return null
  } catch (error) {
    if (error instanceof RangeError) return 'the code is nested too deep'
    if (!(error instanceof SyntaxError)) throw error
    const { line, column } = (error as SyntaxError & { readonly loc: { line: number; column: number } }).loc
    const reason = error.message.replace(/ \(\d+:\d+\)$/, '')
    return `line ${line}, column ${column + 1}: ${reason[0]!.toLowerCase()}${reason.slice(1)}`
  }
}
