// docs/guides/notation.md: its text is written by hand, its tables are made of what the notation reads by. A
// table stands below its heading. run.ts writes the page, test/docs/reference.test.ts holds it against this.

import type { StepKind } from '../../../domain/plan/blocks/block.ts'
import { blocks } from '../../../domain/plan/blocks/blocks.ts'
import { approvalForm, handling, policies } from '../../../domain/plan/sentences/policies.ts'
import { startKinds } from '../../../domain/work/starts/said-starts.ts'
import { planForms, startForms, startless, versionForm } from '../../../language/notation/heads.ts'
import { read } from '../../../language/notation/read.ts'
import { blockGuides } from '../../../language/planning/block-guides.ts'
import { code, table } from '../markdown.ts'
import { allPatterns, type Pattern, patternOf } from './patterns.ts'

/** By heading: the section with what is made in it. */
const made: Readonly<Record<string, (section: string) => string>> = {
  'What a step does': withTable(() => table(['to', 'write', 'it gives'], kindRows())),
  'How a step is run': withTable(() => table(['field', 'write'], policyRows())),
  'Who is asked': withTable(() => table(['field', 'write'], rowsOf(allPatterns(approvalForm.further)))),
  'What stands above the steps': withTable(() => table(['what', 'write'], headRows())),
  Values: withTable(() => table(['write', 'in the plan as JSON'], samples.map(valueRow))),
  'When it is not understood': withFaults,
}

/** @param page as it stands */
export function notationGuide(page: string): string {
  const [above, ...sections] = page.split(/^(?=## )/m)
  const written = sections.map(section => {
    const make = made[/^## (.*)/.exec(section)![1]!]
    return make === undefined ? section : make(section)
  })
  return [above, ...written].join('')
}

function withTable(make: () => string): (section: string) => string {
  return section => section.replace(/^\|.*\n(?:\|.*\n)*/m, () => `${make()}\n`)
}

function rowsOf(patterns: readonly Pattern[]): string[][] {
  return patterns.map(({ field, says }) => [code(field), saidIn(says)])
}

/** What it is stands in place of the field of the first of them. */
function headed(name: string, [first, ...others]: readonly Pattern[]): string[][] {
  return [[name, saidIn(first!.says)], ...rowsOf(others)]
}

function saidIn(says: readonly string[]): string {
  return says.map(code).join(' or ')
}

function kindRows(): string[][] {
  const kinds = Object.keys(blocks) as readonly StepKind[]
  return kinds.flatMap(kind => {
    const { sentence, children = [] } = blocks[kind]
    const { says, notation = says, further = [], lists = {} } = sentence
    const below = Object.entries(lists).map(([field, list]) => ({ ...patternOf(list.says, ':'), field }))
    const { title, output } = blockGuides[kind]
    const rows = headed(`${title} (${code(kind)})`, [
      patternOf(notation, children.length === 0 ? '.' : ':'),
      ...allPatterns(further, approvalForm.further),
      ...below,
    ])
    return rows.map((row, n) => [...row, n === 0 ? output : ''])
  })
}

function policyRows(): string[][] {
  const handled = { ...patternOf(handling, ':'), field: 'onError.steps' }
  return rowsOf([...allPatterns(policies, approvalForm.further), handled])
}

function headRows(): string[][] {
  return [
    ...headed('version of the plan language', [patternOf(versionForm)]),
    ...startKinds.flatMap(kind => {
      const { says, further } = startForms[kind]
      return headed(`start: ${kind}`, [patternOf(says), ...allPatterns(further)])
    }),
    ['no start', code(`${startless}.`)],
    ...rowsOf(allPatterns(planForms)),
  ]
}

const samples = [
  '12.5',
  '"Hello"',
  '"Hello {{inputs.name}}"',
  '{{inputs.total * 2}}',
  '["a", {{inputs.b}}]',
  '{"id": {{order.id}}, "note": null}',
  'secret shop_token',
]

function valueRow(sample: string): string[] {
  const { plan, errors } = read(`1. Return ${sample}.`)
  const [step] = plan.steps
  if (errors.length > 0 || step?.kind !== 'return') throw new Error(`${sample} is no value`)
  return [code(sample), code(JSON.stringify(step.value))]
}

/** Below the first block stands what the reader says of it. */
function withFaults(section: string): string {
  return section.replace(/(^```text\n(.*?)^```\n\n```text\n).*?(?=^```)/ms, (_, above, text) => {
    const faults = read(text).errors.map(({ line, column, message }) => `${line}:${column}: ${message}`)
    return `${above}${faults.join('\n')}\n`
  })
}
