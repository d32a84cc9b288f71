// A plan as indented lines for a terminal: one for each step, and one for each branch that it has.
import { type ChildList, childLists } from '../domain/plan/nested-steps.ts'
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
  return childLists(step).map(list => ({ label: labelOf(list), steps: list.steps }))
}

function labelOf({ field, part, isHandler }: ChildList): string | null {
  if (isHandler) return 'if it fails'
  if (field === 'else') return 'otherwise'
  if (part === null) return null
  if (typeof part['when'] === 'string') return `if ${inOneLine(part['when'])}`
  const place = Number(/\[(\d+)\]/.exec(field)![1])
  return typeof part['name'] === 'string' ? part['name'] : `branch ${place + 1}`
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
