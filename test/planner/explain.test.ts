// Explanations: nothing that a plan does is left out; and where the reader reads one back, it is the same
// plan.
import { test } from 'tap'
import { parse } from '../../domain/expression/parse.ts'
import { splitTemplate } from '../../domain/expression/template.ts'
import { allSteps } from '../../domain/plan/nested-steps.ts'
import type { Argument, Step } from '../../domain/plan/plan.ts'
import { offeredName } from '../../domain/tools/tool.ts'
import { withDenials } from '../../language/planner/denials.ts'
import { explain } from '../../language/planner/explain/explain.ts'
import { read } from '../../language/planner/reader.ts'
import { findDomains } from './corpus/prompts.ts'
import { findWritings } from './corpus/sentences.ts'
import { openShop } from './corpus/shop.ts'
import { essence } from './explain/same-plan.ts'

/** Of what reads, at least so much reads back. */
const floor = 0.9
const writers = ['olga', 'dev']
const domains = [...findDomains(['crm', 'finance', 'helpdesk']), ...findWritings({ named: [], writers })]

for (const domain of domains) {
  test(`${domain.slug}: an explanation reads back as the plan, or not at all`, async t => {
    const shop = await openShop(domain, {})
    t.teardown(() => shop.hub.close())
    const { tools } = shop
    let all = 0
    let back = 0
    for (const { id, prompt } of domain.prompts) {
      const first = read(prompt, tools, { timeZone: 'UTC' })
      if (first.diagnostics.length > 0 || first.steps.length === 0) continue
      all += 1
      const steps = withDenials(first.steps)
      const text = explain({ steps }, tools, { schedule: first.schedule, triggers: first.triggers })
      const missing = leftOut(steps, text)
      if (missing.length > 0) t.fail(`${id} leaves out ${missing.join(', ')}\n${text}`)
      const second = read(text, tools, { timeZone: 'UTC' })
      if (second.diagnostics.length > 0) {
        t.comment(
          `${id} does not read back: ${second.diagnostics.map(({ message, span }) => `${message} ${span === null ? '' : text.slice(...span)}`).join('; ')}\n${text}`,
        )
        continue
      }
      back += 1
      const [expected, found] = [essence(steps), essence(withDenials(second.steps))]
      if (expected !== found) t.equal(found, expected, `${id} reads back as another plan:\n${text}`)
      t.strictSame(second.schedule, first.schedule, `${id}: the schedule`)
      t.equal(second.triggers.length, first.triggers.length, `${id}: the triggers`)
    }
    t.comment(`${domain.slug}: ${back} of ${all} read back`)
    t.ok(back >= floor * all, `${back} of ${all} read back`)
  })
}

/** Tools, arguments and constants of a plan that its explanation does not show. */
function leftOut(steps: readonly Step[], text: string): readonly string[] {
  const shows = (literal: string) =>
    [literal, JSON.stringify(literal).slice(1, -1)].some(form => text.includes(form))
  const wanted = allSteps(steps).flatMap(step => [
    ...(step.kind === 'tool' ? [offeredName({ server: step.server, name: step.tool })] : []),
    ...constantsOf(
      Object.fromEntries(
        Object.entries(step).filter(
          ([key]) =>
            ![
              'id',
              'title',
              'span',
              'kind',
              // How often it is tried is said; that everything is tried again is what the words mean.
              'retry',
              'server',
              'tool',
              'effect',
              'steps',
              'else',
              'branches',
              'cases',
              'over',
              'when',
              'for',
              'onError',
              'onDeny',
            ].includes(key),
        ),
      ) as Argument,
    ),
    ...(step.kind === 'if' ? step.cases.flatMap(each => constantsOf({ $: each.when })) : []),
    ...(step.kind === 'foreach' ? constantsOf({ $: step.over }) : []),
    ...(step.when === undefined ? [] : constantsOf({ $: step.when })),
  ])
  return wanted.filter(each => !shows(each))
}

/** Texts and numbers of a value, also those in its expressions. */
function constantsOf(value: Argument): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap(constantsOf)
  return Object.entries(value).flatMap(([key, each]) => {
    if (key === '$') return literalsOf(parse(each as string))
    if (key === '$t')
      return splitTemplate(each as string).flatMap(part =>
        part.type === 'text' ? [part.text] : literalsOf(parse(part.source)),
      )
    return constantsOf(each as Argument)
  })
}

function literalsOf(node: unknown): readonly string[] {
  if (node === null || typeof node !== 'object') return []
  if ('op' in node && node.op === 'value') {
    const { args } = node as { args?: unknown }
    return typeof args === 'string'
      ? [args]
      : typeof args === 'bigint' || typeof args === 'number'
        ? [String(args)]
        : []
  }
  return Object.values(node).flatMap(literalsOf)
}
