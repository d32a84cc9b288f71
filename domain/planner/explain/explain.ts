// A plan in controlled English, for its author to check before it runs: a numbered list, lists below it for
// branches and loops, a sentence for each step. It is written from the plan alone, and leaves nothing out
// that the plan does. Where the reader makes such steps it reads the sentences back as this very plan;
// elsewhere it refuses them. Called by domain/planner/planner.ts; test/planner/explain.test.ts holds it to
// that.
import type { Plan, PromptSchedule, PromptTrigger, Step } from '../../plan/plan.ts'
import type { OutlineItem } from '../../plan/planning.ts'
import { type HubTool, offeredName } from '../../tools/tool.ts'
import { Kinds } from './kinds.ts'
import { namesOf } from './names.ts'
import {
  approvalSentences,
  conditionOf,
  otherSentences,
  policySentences,
  returnSentence,
  type Scene,
  setSentence,
  toolSentence,
  waitSentence,
} from './sentences.ts'
import { saidStarts, startWords } from './triggers.ts'
import { durationWords, expressionWords, valueWords } from './values.ts'

/** A line of the list, and what stands below it. */
interface Item {
  readonly text: string
  readonly below: readonly Item[]
  /** The step that it says, or says more of. */
  readonly of?: Step
}

/** What starts the workflow, where the plan itself does not say it. */
export interface Beginnings {
  readonly schedule?: PromptSchedule | null
  readonly triggers?: readonly PromptTrigger[]
}

/** Characters of a verb and its object. */
const longestPhrase = 200
/** Characters of one item of an outline. */
const longestText = 2_000

/** @param tools those that the plan may call: what their results are */
export function explain(plan: Plan, tools: readonly HubTool[], beginnings: Beginnings = {}): string {
  return lines(itemsIn(plan, tools, beginnings), '').join('\n')
}

/** The same items as data, each with the step that it says and the words of the prompt that made it. */
export function outline(
  plan: Plan,
  tools: readonly HubTool[],
  beginnings: Beginnings = {},
): readonly OutlineItem[] {
  return outlined(itemsIn(plan, tools, beginnings), tools, 0)
}

function outlined(items: readonly Item[], tools: readonly HubTool[], depth: number): readonly OutlineItem[] {
  return items.flatMap(({ text, below, of }) => {
    const said = withTitle(text, of, tools).slice(0, longestText)
    const item = { step: of?.id ?? null, depth, text: said, span: of?.span ?? null }
    return [item, ...outlined(below, tools, depth + 1)]
  })
}

/** "Parse CSV (csv_parse)" reads better than "Use csv parse (csv_parse)", which the reader reads back. */
function withTitle(text: string, of: Step | undefined, tools: readonly HubTool[]): string {
  if (of?.kind !== 'tool') return text
  const title = tools.find(({ name, server }) => name === of.tool && server === of.server)?.title
  const at = text.indexOf(` (${offeredName({ server: of.server, name: of.tool })})`)
  return title == null || at === -1 || at > longestPhrase ? text : title + text.slice(at)
}

function itemsIn(
  plan: Plan,
  tools: readonly HubTool[],
  { schedule = null, triggers = [] }: Beginnings,
): readonly Item[] {
  const scene: Scene = { names: namesOf(plan.steps), kinds: new Kinds(tools), tools }
  const before = [
    ...(plan.start ?? saidStarts({ schedule, triggers })).map(start =>
      leaf(`Run this ${startWords(start)}.`),
    ),
    ...(plan.deadline === undefined
      ? []
      : [
          leaf(
            `The whole run may take ${durationWords(plan.deadline.ms)} at most${plan.deadline.excludeWaiting === true ? '; pauses do not count' : plan.deadline.excludeWaiting === false ? '; pauses count, too' : ''}.`,
          ),
        ]),
  ]
  return [...before, ...itemsOf(plan.steps, scene)]
}

function lines(items: readonly Item[], indent: string): string[] {
  return items.flatMap(({ text, below }, index) => [
    `${indent}${index + 1}. ${text}`,
    ...lines(below, `${indent}   `),
  ])
}

function leaf(...sentences: readonly string[]): Item {
  return { text: sentences.join(' '), below: [] }
}

function itemsOf(steps: readonly Step[], scene: Scene): Item[] {
  return steps.flatMap(step => itemsFor(step, scene))
}

function itemsFor(step: Step, scene: Scene): Item[] {
  const items = ownItems(step, scene).map(item => ({ ...item, of: step }))
  if (typeof step.onError !== 'object') return items
  return [...items, { text: 'If that fails:', below: itemsOf(step.onError.steps, scene), of: step }]
}

function ownItems(step: Step, scene: Scene): Item[] {
  const { names, kinds } = scene
  const more = policySentences(step, scene)
  switch (step.kind) {
    case 'if':
      return branches(step, scene, more)
    case 'foreach': {
      const over = expressionWords(step.over, names)
      kinds.bind(step.as, step.over)
      const atOnce = step.concurrency === undefined ? '' : `, ${step.concurrency} at a time`
      return withMore(
        { text: `For each ${step.as} of the list ${over}${atOnce}:`, below: itemsOf(step.steps, scene) },
        step,
        scene,
        more,
      )
    }
    case 'repeat':
      return withMore(
        { text: repeatHeader(step, scene), below: itemsOf(step.steps, scene) },
        step,
        scene,
        more,
      )
    case 'parallel': {
      const below = step.branches.map(({ name, steps }) => branchItem(itemsOf(steps, scene), name))
      const header =
        step.wait === 'any' ? 'At the same time, until the first of them has ended:' : 'At the same time:'
      return withMore({ text: header, below }, step, scene, more)
    }
    case 'set': {
      const { sentence, isNamed } = setSentence(step, scene)
      kinds.note(step)
      return [leaf(sentence, ...(isNamed ? [] : naming(step, scene)), ...more)]
    }
    case 'tool':
      return [leaf(toolSentence(step, scene), ...naming(step, scene), ...more)]
    case 'return':
      return [leaf(returnSentence(step.value, scene), ...more)]
    case 'stop':
      return [leaf(`Stop the run here, with the result ${valueWords(step.value ?? null, names)}.`, ...more)]
    case 'next':
      return [
        leaf(`Go on with the next turn; this one gives ${valueWords(step.value ?? null, names)}.`, ...more),
      ]
    case 'fail':
      return [leaf(`Fail with the message ${valueWords(step.message, names)}.`, ...more)]
    case 'approval':
      return [leaf(...approvalSentences(step, scene), ...naming(step, scene), ...more)]
    case 'wait':
      return [leaf(waitSentence(step, scene), ...naming(step, scene), ...more)]
    default:
      return [leaf(...otherSentences(step, scene), ...naming(step, scene), ...more)]
  }
}

/** "Call it order.", where a later step refers to it. */
function naming(step: Step, { names, kinds }: Scene): string[] {
  kinds.note(step)
  const name = names.get(step.id)
  return name === undefined ? [] : [`Call it ${name}.`]
}

function repeatHeader(step: Extract<Step, { kind: 'repeat' }>, scene: Scene): string {
  const { until, while: condition, most, everyMs } = step
  const till = until === undefined ? '' : ` until ${conditionOf(until, scene)}`
  const as = condition === undefined ? '' : ` as long as ${conditionOf(condition, scene)}`
  const pace = everyMs === undefined ? '' : `, every ${durationWords(everyMs)}`
  return `Repeat${till}${as}, ${most} times at most${pace}:`
}

function branches(step: Extract<Step, { kind: 'if' }>, scene: Scene, more: readonly string[]): Item[] {
  const [first, ...others] = step.cases
  const items: Item[] = [
    { text: `If ${conditionOf(first!.when, scene)}:`, below: itemsOf(first!.steps, scene) },
    ...others.map(each => ({
      text: `Otherwise, if ${conditionOf(each.when, scene)}:`,
      below: itemsOf(each.steps, scene),
    })),
    ...(step.else === undefined ? [] : [{ text: 'Otherwise:', below: itemsOf(step.else, scene) }]),
  ]
  const said = [...more, ...resultOf(step, scene)]
  return said.length === 0 ? items : [...items, leaf(`Of the condition before: ${said.join(' ')}`)]
}

function withMore(item: Item, step: Step, scene: Scene, more: readonly string[]): Item[] {
  const said = [...more, ...resultOf(step, scene)]
  return said.length === 0 ? [item] : [item, leaf(`Of the steps before: ${said.join(' ')}`)]
}

function resultOf(step: Step, { names }: Scene): string[] {
  const name = names.get(step.id)
  return name === undefined ? [] : [`What they give is called ${name}.`]
}

/** A branch is one item, whatever it has. */
function branchItem(items: readonly Item[], name: string | undefined): Item {
  const label = name === undefined ? null : `The branch "${name}":`
  if (items.length === 1 && label === null) return items[0]!
  return { text: label ?? 'Do the following:', below: items }
}
