// Entries of the kind `recipient`: to whom something goes, or where something is read, that the request does
// not name. One entry for a step.
import type { Argument, Step } from '../../domain/plan/plan.ts'
import { fieldOf, itemOf, knownOf, type MaybeKnown } from '../../domain/schema/known.ts'
import { shownText } from '../../domain/shown/shown.ts'
import { offeredName } from '../../domain/tools/tool.ts'
import type { Finding } from '../../domain/work/confirming/entry.ts'
import { bounded } from './argument-lines.ts'
import { effectOf, type Material, quoteOf } from './material.ts'
import { type Literal, literalsIn, type Path, pathText } from './pieces.ts'
import { isPlainValue, isRecipientFormat, isRecipientName, recipientsIn } from './recipient-forms.ts'

export function recipientFindings(material: Material): readonly Finding[] {
  const seen = new Set<string>()
  return material.steps.flatMap(({ step }) => {
    const found = namedIn(step, material).filter(({ text }) => {
      const isNew = !seen.has(text) && !isSaid(text, material)
      seen.add(text)
      return isNew
    })
    return found.length === 0 ? [] : [finding(step, found, material)]
  })
}

interface Named {
  readonly text: string
  readonly path: Path
}

function finding(step: Step, found: readonly Named[], material: Material): Finding {
  const called = step.kind === 'tool' ? { server: step.server, tool: step.tool } : null
  const tool = called === null ? null : offeredName({ server: called.server, name: called.tool })
  const effect = step.kind === 'tool' ? effectOf(callOf(step), material.find(callOf(step))) : null
  const isSent = effect === 'write' || effect === 'destructive'
  const lines = [
    isSent ? 'Goes to what the request does not name:' : 'Names what the request does not name:',
    ...found.map(({ text, path }) => `  ${pathText(path)}: ${shownText(text)}`),
  ]
  return {
    ...{ kind: 'recipient', step: step.id, tool, effect, severity: 'warning' },
    says: bounded(lines.join('\n')),
    ...quoteOf(material, step),
  }
}

function callOf(step: Extract<Step, { kind: 'tool' }>) {
  return { field: 'tool', server: step.server, tool: step.tool, effect: step.effect ?? null }
}

/** With or without the mark of a channel; a phone number by its digits. */
function isSaid(text: string, { words, recipients }: Material): boolean {
  if (text.startsWith('+')) return recipients.some(each => digitsOf(each) === digitsOf(text))
  return words.holdsAddress(text) || (/^[#@]/.test(text) && words.holdsAddress(text.slice(1)))
}

function digitsOf(phone: string): string {
  return phone.startsWith('+') ? phone.replaceAll(/\D/g, '') : phone
}

function namedIn(step: Step, material: Material): readonly Named[] {
  const policy = [step.approval, step.kind === 'approval' ? step : null, reviewOf(step)]
  const people = policy.flatMap(each => each?.assignees ?? [])
  const asked = people.flatMap(text =>
    recipientsIn(text).map(found => ({ text: found, path: ['assignees'] })),
  )
  return [...asked, ...valuesOf(step).flatMap(({ value, path }) => namedInValue(step, value, path, material))]
}

function reviewOf(step: Step) {
  return step.kind === 'ask' && typeof step.review === 'object' ? step.review : null
}

interface Placed {
  readonly value: Argument
  readonly path: Path
}

/** What leaves the plan with an effect or a question, or what such a thing is made of. */
function valuesOf(step: Step): readonly Placed[] {
  switch (step.kind) {
    case 'tool':
    case 'code': {
      const own = Object.entries(step.args ?? {}).map(([name, value]) => ({ value, path: [name] }))
      return step.kind === 'code' ? [...own, { value: step.js, path: ['js'] }] : own
    }
    case 'workflow':
      return Object.entries(step.inputs).map(([name, value]) => ({ value, path: [name] }))
    case 'set':
      return [{ value: step.value, path: ['value'] }]
    case 'agent':
      return [{ value: step.goal, path: ['goal'] }]
    case 'foreach':
      return [{ value: { $: step.over }, path: ['over'] }]
    default:
      return []
  }
}

function namedInValue(step: Step, value: Argument, path: Path, material: Material): readonly Named[] {
  const tool = step.kind === 'tool' ? material.find(callOf(step)) : null
  const root = knownOf(tool?.inputSchema)
  const isNaming = tool !== null && tool.effect !== 'pure'
  return literalsIn(value, path).flatMap(literal => {
    if (typeof literal.value !== 'string' && typeof literal.value !== 'number') return []
    const text = String(literal.value)
    const byForm = recipientsIn(text)
    const found = byForm.length > 0 || !isNaming ? byForm : byPlace(literal, text, root)
    return found.map(each => ({ text: each, path: literal.path }))
  })
}

/** A longer text says something, and names nobody. */
const longestName = 200

/** A whole text in an argument that is for a recipient. */
function byPlace({ path, isPart }: Literal, text: string, root: MaybeKnown): readonly string[] {
  if (isPart || text.trim() === '' || text.length > longestName || isPlainValue(text)) return []
  const names = path.filter(part => typeof part === 'string')
  const isNamed = isRecipientName(names.at(-1) ?? '') || isRecipientFormat(knownAt(root, path))
  return isNamed ? [text.trim()] : []
}

export function knownAt(root: MaybeKnown, path: Path): MaybeKnown {
  let known = root
  for (const part of path) {
    if (known === null) return null
    known = typeof part === 'number' ? itemOf(known) : (fieldOf(known, part)?.known ?? null)
  }
  return known
}
