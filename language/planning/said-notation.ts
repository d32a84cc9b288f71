// A prompt that is a plan in Troupe's notation (language/notation): it says its steps exactly, so that nobody
// has to find out what it means. Called before every planner (language/planners/notation-first.ts). Pure, and
// as quick as the text is long.
// 1. A text that the notation reads without a fault, and that has steps, is that plan.
// 2. A text with faults that is meant as notation (meant-notation.ts) is told what is wrong with it.
// 3. Anything else is a request: it is for the reader, or for a language model.
import type { Json } from '../../domain/json.ts'
import type { StepKind } from '../../domain/plan/blocks/block.ts'
import type { Diagnostic, Plan } from '../../domain/plan/plan.ts'
import type { Planned } from '../../domain/plan/planning.ts'
import { readPlan } from '../../domain/plan/reading/read-plan.ts'
import { kindOf } from '../notation/kinds.ts'
import { item, type NotationError } from '../notation/lines.ts'
import { read } from '../notation/read.ts'
import { write } from '../notation/write.ts'
import { blockGuides } from './block-guides.ts'
import { isMeant } from './meant-notation.ts'

/** Null: the prompt is no notation. */
export function saidNotation(prompt: string): Planned | null {
  const found = read(prompt)
  if (found.errors.length > 0) {
    if (!isMeant(found, prompt.split('\n'))) return null
    const starts = lineStarts(prompt)
    return planned(
      { steps: [] },
      found.errors.map(error => diagnosticOf(error, prompt, starts)),
    )
  }
  if (found.plan.steps.length === 0) return null
  const { plan, faults } = readPlan(found.plan as unknown as Json)
  return planned(faults.length === 0 ? plan : { steps: [] }, faults)
}

function planned(plan: Plan, diagnostics: readonly Diagnostic[]): Planned {
  return { plan, diagnostics, schedule: null, explanation: null, plannedBy: 'author' }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function diagnosticOf(
  { line, column, message }: NotationError,
  prompt: string,
  starts: readonly number[],
): Diagnostic {
  const start = starts[line - 1]!
  const text = prompt.slice(start, (starts[line] ?? prompt.length + 1) - 1).trimEnd()
  // A fault at the end of a line is shown at its last character.
  const from = Math.min(column, Math.max(1, text.length)) - 1
  const span = [start + from, start + text.length] as const
  const right = rightLine(text)
  const shown = right === null ? '' : `; as in: ${right}`
  const told = `line ${line}, column ${column}: ${message}${shown}`
  return { code: 'NOTATION', severity: 'error', path: null, span, message: told }
}

const rightStart = 'Start every weekday at 09:00 in Europe/Berlin.'

/** A right line of what the line begins as: a kind of step, a schedule; null: it begins as none. */
function rightLine(text: string): string | null {
  const line = text.trimStart()
  if (/^(?:start )?(?:every|by the cron) /i.test(line)) return rightStart
  const [number] = item.exec(line) ?? []
  const kind = number === undefined ? null : kindOf(line.slice(number.length))
  if (kind === null) return null
  const known = rightLines.get(kind) ?? writeRightLine(kind)
  rightLines.set(kind, known)
  return known
}

/** Written when they are first asked for. */
const rightLines = new Map<StepKind, string>()

function writeRightLine(kind: StepKind): string {
  const { plan } = readPlan({ steps: [...blockGuides[kind].example] })
  const lines = write(plan)
    .split('\n')
    .map(line => line.trimStart().replace(item, ''))
  return lines.find(line => kindOf(line) === kind) ?? ''
}
