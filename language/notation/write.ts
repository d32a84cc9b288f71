// Writes a plan in Troupe's notation: exactly, so that read.ts gives it back. Left out are places in a prompt
// and effects, which the compiler finds by itself. The page about the notation shows it.
import { blockOf } from '../../domain/plan/blocks/blocks.ts'
import { type ChildList, ownLists } from '../../domain/plan/nested-steps.ts'
import type { Plan, Step } from '../../domain/plan/plan.ts'
import { namesItself, policiesOf } from '../../domain/plan/sentences/of-kind.ts'
import { handling } from '../../domain/plan/sentences/policies.ts'
import type { Writing } from './blocks.ts'
import { naming, planForms, startForms, startless, startNaming, versionForm } from './heads.ts'
import { Ids } from './ids.ts'
import type { Holder } from './slots.ts'
import { writeSentence, writeSentences } from './write-sentences.ts'

/** Ends in a line break. */
export function write(plan: Plan): string {
  return [...headLines(plan), ...stepLines(plan.steps, '', new Ids()), ''].join('\n')
}

function headLines(plan: Plan): readonly string[] {
  const holder = plan as unknown as Holder
  const { irVersion = 1, start } = plan
  const version = irVersion === 1 ? [] : line([writeSentence(versionForm, holder, nowhere)])
  const starts = start?.length === 0 ? [`${startless}.`] : (start ?? []).flatMap(startLines)
  const rest = planForms.flatMap(form => {
    const at: Writing = { below: [] }
    const said = writeSentences([form], holder, at)
    return said.length === 0 ? [] : [...line(said), ...at.below]
  })
  return [...version, ...starts, ...rest]
}

const nowhere: Writing = { below: [] }

function startLines(start: NonNullable<Plan['start']>[number]): readonly string[] {
  const { says, further } = startForms[start.kind]
  const holder = start as unknown as Holder
  const at: Writing = { below: [] }
  const said = [writeSentence(says, holder, at), ...writeSentences(further, holder, at)]
  return [...line([...said, ...writeSentences(startNaming, holder, at)]), ...at.below]
}

function line(sentences: readonly string[]): readonly string[] {
  return [`${sentences.join('. ')}.`]
}

function stepLines(steps: readonly Step[], indent: string, ids: Ids): string[] {
  return steps.flatMap((step, index) => {
    const [first, ...others] = itemLines(step, ids)
    return [
      `${indent}${index + 1}. ${first}`,
      ...others.map(each => (each === '' ? '' : `${indent}   ${each}`)),
    ]
  })
}

/** What stands below the step is indented against it by its caller. */
function itemLines(step: Step, ids: Ids): readonly string[] {
  const { sentence: form, children = [] } = blockOf(step)
  const lists = ownLists(step)
  const leads = form.lists === undefined || form.leads !== undefined ? lists[0] : undefined
  const holder: Holder = { ...step, ...leads?.part }
  const at: Writing = { below: [] }
  const id = namesItself[step.kind] || step.id === ids.next(holder) ? undefined : step.id
  ids.take(step.id)
  const said = [
    writeSentence(form.notation ?? form.says, holder, at),
    ...writeSentences(form.further ?? [], holder, at),
    ...writeSentences(naming, { id, title: step.title === '' ? undefined : step.title }, at),
    ...writeSentences(policiesOf[step.kind], step as unknown as Holder, at),
  ]
  const end = children.length === 0 ? '.' : ':'
  return [
    `${said.join('. ')}${end}`,
    ...at.below,
    ...stepLines(leads?.steps ?? [], '', ids),
    ...lists.filter(each => each !== leads).flatMap(each => listLines(step, each, ids)),
    ...(typeof step.onError === 'object'
      ? [`${writeSentence(handling, {}, at)}:`, ...stepLines(step.onError.steps, '', ids)]
      : []),
  ]
}

function listLines(step: Step, { field, steps, part }: ChildList, ids: Ids): readonly string[] {
  const form = blockOf(step).sentence.lists![field.split(/[.[]/)[0]!]!
  return [`${writeSentence(form.says, (part ?? {}) as Holder, nowhere)}:`, ...stepLines(steps, '', ids)]
}
