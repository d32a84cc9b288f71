// Friendly words that need to know of tools and records: the verb of a tool, a list of which some items are
// kept.
import { parse, pathOf } from '../../../domain/expression/parse.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import type { SentenceForm } from '../../../domain/plan/sentences/form.ts'
import { offeredName } from '../../../domain/tools/tool.ts'
import { commands } from '../lexicon/commands.ts'
import { wordsOf } from '../lexicon/types.ts'
import { conditionWords } from './conditions.ts'
import type { Scene } from './slots.ts'
import { computedOf, expressionWords } from './values.ts'

/** The verb, the object and the name of a tool: "Send email (shop__send_email)". */
export function calledWords(step: Extract<Step, { kind: 'tool' }>, { kinds, tools }: Scene): string {
  const tool = tools.find(each => each.server === step.server && each.name === step.tool)
  const isKnown = kinds.lexicon.tools.some(each => each.tool === tool)
  const [verb = '', ...rest] = wordsOf(step.tool)
  const isVerb = isKnown || commands.has(verb)
  const phrase = (isVerb ? rest : [verb, ...rest]).join(' ')
  const said = isVerb ? verb : 'use'
  const called = `${said[0]!.toUpperCase()}${said.slice(1)}${phrase === '' ? '' : ` ${phrase}`}`
  return `${called} (${offeredName({ server: step.server, name: step.tool })})`
}

/** @returns null: the sentence of its kind says it */
export function friendlyWords({ friendly }: SentenceForm, step: Step, scene: Scene): string | null {
  return friendly === undefined ? null : friendlier[friendly](step, scene)
}

const friendlier: {
  readonly [Name in NonNullable<SentenceForm['friendly']>]: (step: Step, scene: Scene) => string | null
} = {
  'kept items': (step, scene) => {
    const computed = step.kind === 'set' ? computedOf(step.value) : null
    return computed?.[0] === '$' ? keptWords(computed[1], scene) : null
  },
}

/** `steps.orders.filter(o, o.status == "open")`: "Keep the orders where the status is "open"" */
function keptWords(source: string, { names, kinds }: Scene): string | null {
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
