// A plan as indented lines for a terminal: one for each step, and one for each branch that it has.
import type { Step } from '../domain/plan/plan.ts'

const indentation = '  '

/** @param depth of the steps, 0 for those of the plan itself */
export function outline(steps: readonly Step[], depth = 0): string[] {
  return steps.flatMap(step => [
    `${indentation.repeat(depth)}${step.id}  ${titleOf(step)}`,
    ...branchesOf(step).flatMap(({ label, steps: inside }) => [
      ...(label === null ? [] : [`${indentation.repeat(depth + 1)}${label}:`]),
      ...outline(inside, depth + (label === null ? 1 : 2)),
    ]),
  ])
}

function titleOf({ title, kind, when }: Step): string {
  const said = title.trim() === '' ? kind : inOneLine(title)
  return when === undefined ? said : `${said} (when ${inOneLine(when)})`
}

interface Branch {
  /** Null: the steps stand right below their block. */
  readonly label: string | null
  readonly steps: readonly Step[]
}

function branchesOf(step: Step): readonly Branch[] {
  const { onError } = step
  const handler = typeof onError === 'object' ? [{ label: 'if it fails', steps: onError.steps }] : []
  return [...blocksOf(step), ...handler]
}

function blocksOf(step: Step): readonly Branch[] {
  switch (step.kind) {
    case 'if': {
      const cases = step.cases.map(({ when, steps }) => ({ label: `if ${inOneLine(when)}`, steps }))
      return step.else === undefined ? cases : [...cases, { label: 'otherwise', steps: step.else }]
    }
    case 'foreach':
      return [{ label: null, steps: step.steps }]
    case 'parallel':
      return step.branches.map(({ name, steps }, index) => ({ label: name ?? `branch ${index + 1}`, steps }))
    default:
      return []
  }
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
