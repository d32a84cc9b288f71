// A plan in controlled English, for its author to check before it runs: a numbered list, lists below it for
// branches and loops, a sentence for each step. It is written from the plan alone, and leaves nothing out
// that the plan does. Where the reader makes such steps it reads the sentences back as this very plan;
// elsewhere it refuses them. Called by language/planner/planner.ts; test/planner/explain.test.ts holds it to
// that.
import { blockOf, variableOf } from '../../../domain/plan/blocks/blocks.ts'
import { type ChildList, ownLists } from '../../../domain/plan/nested-steps.ts'
import type { Plan, PromptSchedule, PromptTrigger, Step } from '../../../domain/plan/plan.ts'
import type { OutlineItem } from '../../../domain/plan/planning.ts'
import type { ListForm, SentenceForm } from '../../../domain/plan/sentences/form.ts'
import { namesItself, policiesOf } from '../../../domain/plan/sentences/of-kind.ts'
import { handling } from '../../../domain/plan/sentences/policies.ts'
import { type HubTool, offeredName } from '../../../domain/tools/tool.ts'
import { friendlyWords } from './calls.ts'
import { Kinds } from './kinds.ts'
import { namesOf } from './names.ts'
import { withoutPlainOrder } from './order.ts'
import { phraseOf, sentencesOf } from './sentences.ts'
import type { Holder, Scene } from './slots.ts'
import { saidStarts, startWords } from './triggers.ts'
import { durationWords } from './values.ts'

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

/**
 * "Parse CSV (csv_parse)" reads better than "Use csv parse (csv_parse)", which the reader reads back. A
 * server that gives no title gives the name for one, which says less than its words.
 */
function withTitle(text: string, of: Step | undefined, tools: readonly HubTool[]): string {
  if (of?.kind !== 'tool') return text
  const tool = tools.find(({ name, server }) => name === of.tool && server === of.server)
  if (tool === undefined || tool.title === '' || tool.title === (tool.upstreamName ?? tool.name)) return text
  const at = text.indexOf(` (${offeredName({ server: of.server, name: of.tool })})`)
  return at === -1 || at > longestPhrase ? text : tool.title + text.slice(at)
}

function itemsIn(
  plan: Plan,
  tools: readonly HubTool[],
  { schedule = null, triggers = [] }: Beginnings,
): readonly Item[] {
  const steps = withoutPlainOrder(plan.steps)
  const scene: Scene = { names: namesOf(steps), kinds: new Kinds(tools), tools }
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
  return [...before, ...itemsOf(steps, scene)]
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
  return [
    ...items,
    { text: `${phraseOf(handling, {}, scene)}:`, below: itemsOf(step.onError.steps, scene), of: step },
  ]
}

function ownItems(step: Step, scene: Scene): Item[] {
  const form = blockOf(step).sentence
  const lists = ownLists(step)
  const [first] = lists
  const leads = form.lists === undefined || form.leads !== undefined ? first : undefined
  const holder: Holder = { ...step, ...leads?.part }
  const friendly = friendlyWords(form, step, scene)
  const says = friendly ?? phraseOf(form.says, holder, scene)
  scene.kinds.note(step)
  const variable = variableOf(step)
  const from = blockOf(step).binds?.from
  if (variable !== null) scene.kinds.bind(variable, from === undefined ? null : holder[from])
  const further = sentencesOf(form.further ?? [], holder, scene)
  const more = sentencesOf(policiesOf[step.kind], step as unknown as Holder, scene)
  if (lists.length === 0) {
    const isNamed = friendly === null && namesItself[step.kind]
    return [leaf(`${says}.`, ...further, ...(isNamed ? [] : naming(step, scene)), ...more)]
  }
  const below = leads === undefined ? [] : itemsOf(leads.steps, scene)
  const others = lists.filter(list => list !== leads).map(list => listItem(form, list, scene))
  const standing = (stands: ListForm['stands']) =>
    others.filter(each => each.stands === stands).map(({ item }) => item)
  const items = [{ text: `${says}:`, below: [...below, ...standing('below')] }, ...standing('beside')]
  const said = [...further, ...more, ...resultOf(step, scene)]
  if (said.length === 0) return items
  return [...items, leaf(`Of ${form.together ?? 'the steps'} before: ${said.join(' ')}`)]
}
/** "Call it order.", where a later step refers to it. */
function naming(step: Step, { names }: Scene): string[] {
  const name = names.get(step.id)
  return name === undefined ? [] : [`Call it ${name}.`]
}

function resultOf(step: Step, { names }: Scene): string[] {
  const name = names.get(step.id)
  return name === undefined ? [] : [`What they give is called ${name}.`]
}

/** Words over steps, or the only step of which nothing is to be said. */
function listItem(
  { lists = {} }: SentenceForm,
  { field, steps, part }: ChildList,
  scene: Scene,
): { readonly stands: ListForm['stands']; readonly item: Item } {
  const { says, stands } = lists[field.split('[')[0]!.split('.')[0]!]!
  const [only, ...more] = itemsOf(steps, scene)
  const isBare = stands === 'below' && Object.keys(part ?? {}).join() === 'steps'
  if (isBare && only !== undefined && more.length === 0) return { stands, item: only }
  const below = only === undefined ? [] : [only, ...more]
  return { stands, item: { text: `${phraseOf(says, part ?? {}, scene)}:`, below } }
}
