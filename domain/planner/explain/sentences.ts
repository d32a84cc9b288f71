// One sentence for a step, and one for everything that is said of it besides: what it may take, how often it
// is tried, who approves it.
import { parse, pathOf } from '../../expression/parse.ts'
import { withRolesAbove } from '../../plan/assignees.ts'
import { type ApprovalPolicy, type Argument, askBounds, type Step } from '../../plan/plan.ts'
import { type HubTool, offeredName } from '../../tools/tool.ts'
import { commands } from '../lexicon/commands.ts'
import type { ToolModel } from '../lexicon/tool-model.ts'
import { wordsOf } from '../lexicon/types.ts'
import { roles } from '../lexicon/words.ts'
import { isCondition } from '../meaning/texts.ts'
import { conditionWords, fieldWords } from './conditions.ts'
import type { Kinds } from './kinds.ts'
import { renamed } from './names.ts'
import {
  codeWords,
  computedOf,
  durationWords,
  expressionWords,
  listWords,
  type Names,
  valueWords,
} from './values.ts'

export interface Scene {
  readonly names: Names
  readonly kinds: Kinds
  readonly tools: readonly HubTool[]
}

/** "Send an email (shop__send_email) with to "a@b.c" and the subject "Hi"." */
export function toolSentence(step: Extract<Step, { kind: 'tool' }>, { names, kinds, tools }: Scene): string {
  const tool = tools.find(each => each.server === step.server && each.name === step.tool)
  const model = kinds.lexicon.tools.find(each => each.tool === tool)
  const offered = offeredName({ server: step.server, name: step.tool })
  const args = Object.entries(step.args).map(
    ([name, value]) => `the ${argumentWords(name)} ${valueWords(value, names)}`,
  )
  return `${calledWords(step.tool, model)} (${offered})${args.length === 0 ? '' : ` with ${listWords(args)}`}.`
}

function argumentWords(name: string): string {
  const words = wordsOf(name)
  return words.length > 0 && /^[A-Za-z][\w]*$/.test(name) && !/\d/.test(name)
    ? words.join(' ')
    : codeWords(name)
}

/** The verb and the object of a tool. */
function calledWords(name: string, model: ToolModel | undefined): string {
  const [verb = '', ...rest] = wordsOf(name)
  const isVerb = model !== undefined || commands.has(verb)
  const phrase = (isVerb ? rest : [verb, ...rest]).join(' ')
  const said = isVerb ? verb : 'use'
  return `${said[0]!.toUpperCase()}${said.slice(1)}${phrase === '' ? '' : ` ${phrase}`}`
}

/** A value that is computed. */
export function setSentence(
  step: Extract<Step, { kind: 'set' }>,
  scene: Scene,
): { sentence: string; isNamed: boolean } {
  const { names, kinds } = scene
  const computed = computedOf(step.value)
  const kept = computed?.[0] === '$' ? filterWords(computed[1], scene) : null
  if (kept !== null) return { sentence: `${kept}.`, isNamed: false }
  void kinds
  return {
    sentence: `Let ${names.get(step.id) ?? plainName(step.id)} be ${valueWords(step.value, names)}.`,
    isNamed: true,
  }
}

/** Without figures, which a name of the language has not. */
export function plainName(id: string): string {
  return id.replace(/(_\d+)+$/, '').replace(/\d/g, '') || 'value'
}

/** `steps.orders.filter(o, o.status == "open")`: "Keep the orders where the status is "open"" */
function filterWords(source: string, { names, kinds }: Scene): string | null {
  try {
    const node = parse(source)
    if (node.op !== 'rcall') return null
    const [name, base, args] = node.args as [string, Ranged, Ranged[]]
    const path = pathOf(base)
    if (name !== 'filter' || path === null || args.length !== 2 || args[0]!.op !== 'id') return null
    const list = kinds.of(base)
    if (list.k !== 'list' || list.of.k !== 'record') return null
    const item = args[0]!.args as unknown as string
    kinds.bind(item, source.slice(base.start, base.end))
    const where = conditionWords(source.slice(args[1]!.start, args[1]!.end), { names, kinds, item })
    const of = expressionWords(
      path[0] === 'steps' ? path.join('.') : source.slice(base.start, base.end),
      names,
    )
    return where === null ? null : `Keep the items of ${of} where ${where}`
  } catch {
    return null
  }
}
type Ranged = ReturnType<typeof parse> & { start: number; end: number }

export function conditionOf(source: string, { names, kinds }: Scene): string {
  const words = conditionWords(source, { names, kinds, item: null })
  if (words !== null) return words
  // A bare value would be read as "is true".
  return isCondition(source) ? expressionWords(source, names) : codeWords(renamed(source, names))
}

export function returnSentence(value: Argument, { names }: Scene): string {
  if (value === null) return 'Stop here.'
  if (typeof value === 'object' && !Array.isArray(value) && computedOf(value) === null) {
    const entries = Object.entries(value)
    if (entries.length > 0 && entries.every(([key]) => /^[A-Za-z_]+$/.test(key))) {
      return `Return an object with ${entries.map(([key, each]) => `${key}: ${valueWords(each as Argument, names)}`).join(', ')}.`
    }
  }
  return `Return ${valueWords(value, names)}.`
}

export function waitSentence(step: Extract<Step, { kind: 'wait' }>, { names }: Scene): string {
  const said: string[] = []
  if (step.for !== undefined) said.push(`Wait ${durationWords(step.for)}`)
  if (step.until !== undefined) said.push(`Wait until ${untilWords(step.until, names)}`)
  if (step.event !== undefined) said.push(`Wait for the event "${step.event}"`)
  return `${said.join('; ')}.`
}

function untilWords(until: Argument, names: Names): string {
  const source = computedOf(until)?.[0] === '$' ? computedOf(until)![1] : ''
  const [, clock, zone] = /^nextClock\(now, "(\d\d:\d\d)", "([^"]+)"\)$/.exec(source) ?? []
  return clock === undefined ? valueWords(until, names) : `${clock}, ${zone}`
}

/** "Ask ops@acme.com to approve with the message "Pay it?"." and what else is agreed. */
export function approvalSentences(policy: ApprovalPolicy, { names }: Scene): string[] {
  const said = [
    `Ask ${whoWords(policy, names)} to approve with the message ${valueWords(policy.message, names)}.`,
  ]
  if (policy.unless !== undefined) said.push(`Nobody is asked when ${expressionWords(policy.unless, names)}.`)
  if (policy.quorum !== undefined) said.push(`At least ${policy.quorum} must approve.`)
  if (policy.notStarter === true) said.push('Whoever started the run may not approve.')
  if (policy.notStarter === false) said.push('Whoever started the run may approve, too.')
  if (policy.form !== undefined)
    said.push(`The decider fills in the form ${codeWords(JSON.stringify(policy.form))}.`)
  if (policy.timeoutMs !== undefined) said.push(`The decision may take ${durationWords(policy.timeoutMs)}.`)
  if (policy.onTimeout !== undefined)
    said.push(
      {
        approve: 'Without a decision in time it counts as approved.',
        deny: 'Without a decision in time it counts as denied.',
        fail: 'Without a decision in time the step fails.',
      }[policy.onTimeout],
    )
  if (policy.onDeny === 'continue') said.push('A denial does not end the workflow.')
  if (policy.onDeny === 'fail') said.push('After a denial the step fails.')
  return said
}

function whoWords({ assignees = [], assigneesFrom = [] }: Partial<ApprovalPolicy>, names: Names): string {
  const named = withRolesAbove(assignees).map(each =>
    roles.includes(each)
      ? `${/^[aeiou]/.test(each) ? 'an' : 'a'} ${each}`
      : /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(each)
        ? each
        : codeWords(each),
  )
  const said = [...named, ...assigneesFrom.map(source => expressionWords(source, names))]
  return said.length === 0 ? 'someone' : listWords(said, 'or')
}

/** What holds for a step of any kind, beside its own sentence. */
export function policySentences(step: Step, scene: Scene): string[] {
  const said: string[] = []
  if (step.when !== undefined)
    said.push(`This step is skipped (with null as its result) unless ${conditionOf(step.when, scene)} holds.`)
  if (step.after !== undefined && step.after.length > 0)
    said.push(`It begins after ${listWords(step.after.map(codeWords))}.`)
  if (step.timeoutMs !== undefined) said.push(`It may take ${durationWords(step.timeoutMs)} at most.`)
  if (step.retry !== undefined) said.push(...retrySentences(step.retry))
  if (step.onError === 'continue') said.push('If that fails, do nothing.')
  if (step.onError === 'fail') said.push('Its failure is the failure of all.')
  if (step.approval !== undefined)
    said.push(
      'Before it is called with these arguments, it waits for a decision.',
      ...approvalSentences(step.approval, scene),
    )
  return said
}

function retrySentences({
  maxAttempts,
  on = 'transient',
  backoffMs,
  maxBackoffMs,
  pauseMs,
  deadlineMs,
  park,
}: NonNullable<Step['retry']>): string[] {
  const which = on === 'any' ? 'whatever the error' : 'only after errors that may pass'
  const said = [`Try up to ${maxAttempts} times, ${which}.`]
  if (backoffMs !== undefined)
    said.push(`The first pause between attempts is up to ${durationWords(backoffMs)}.`)
  if (maxBackoffMs !== undefined) said.push(`No pause is longer than ${durationWords(maxBackoffMs)}.`)
  if (pauseMs !== undefined) said.push(`Every pause is ${durationWords(pauseMs)} long.`)
  if (deadlineMs !== undefined)
    said.push(`No attempt begins later than ${durationWords(deadlineMs)} after the first.`)
  if (park === true) said.push('After the last attempt it waits for a person to continue it.')
  if (park === false) said.push('After the last attempt it fails.')
  return said
}

/** Steps that the reader never makes: everything that they say, in words of their own. */
export function otherSentences(
  step: Extract<Step, { kind: 'workflow' | 'agent' | 'ask' | 'code' }>,
  { names }: Scene,
): string[] {
  const pairs = (args: { readonly [name: string]: Argument }) =>
    listWords(
      Object.entries(args).map(
        ([name, value]) =>
          `${fieldWords(name) === name ? name : codeWords(name)} ${valueWords(value, names)}`,
      ),
    )
  switch (step.kind) {
    case 'workflow':
      return [
        `Run the workflow "${step.workflow}"${Object.keys(step.inputs).length === 0 ? '' : ` with the inputs ${pairs(step.inputs)}`}.`,
      ]
    case 'agent':
      return [
        `Let an agent work on ${valueWords(step.goal, names)} with ${step.tools.length === 0 ? 'no tools' : `the tools ${listWords(step.tools.map(codeWords))}`}.`,
        ...(step.model === undefined ? [] : [`The model is ${codeWords(step.model)}.`]),
        ...(step.maxSteps === undefined ? [] : [`It takes ${step.maxSteps} steps at most.`]),
        ...(step.maxCu === undefined ? [] : [`It costs ${step.maxCu} compute units at most.`]),
        ...(step.outputSchema === undefined
          ? []
          : [`Its answer is of the form ${codeWords(JSON.stringify(step.outputSchema))}.`]),
      ]
    case 'ask':
      return askSentences(step, names)
    case 'code':
      return [
        `Run the JavaScript ${codeWords(JSON.stringify(step.js))}${step.args === undefined || Object.keys(step.args).length === 0 ? '' : ` with ${pairs(step.args)}`}.`,
      ]
  }
}

function askSentences(step: Extract<Step, { kind: 'ask' }>, names: Names): string[] {
  const { question, input, choices, many, outputSchema, model, maxCu, review, cache } = step
  const about = input === undefined ? '' : ` about ${valueWords(input, names)}`
  const said = [`Ask a language model ${valueWords(question, names)}${about}.`]
  if (choices !== undefined) {
    const which =
      'length' in choices
        ? listWords(
            choices.map(each => JSON.stringify(each)),
            'or',
          )
        : expressionWords(choices.$, names)
    said.push(`Its answer is ${many ? 'some' : 'one'} of ${which}.`)
  }
  if (outputSchema !== undefined)
    said.push(`Its answer is of the form ${codeWords(JSON.stringify(outputSchema))}.`)
  if (model !== undefined) said.push(`The model is ${codeWords(model)}.`)
  if (maxCu !== undefined) said.push(`It costs ${maxCu} compute units at most.`)
  if (cache !== undefined) {
    const ttlMs = cache === true ? askBounds.cacheMs : cache.ttlMs
    said.push(`An answer to the same question is taken again for ${durationWords(ttlMs)}.`)
  }
  if (review !== undefined) said.push('Somebody sees the answer before it goes on, and may correct it.')
  return said
}
