// What a person has changed and filled in before the decision: other arguments, answers to the form, and what
// is wrong with them.
import { useState } from 'react'
import { words } from '../../../words/approvals.ts'
import type { Decision, Refusal } from '../use-decision.ts'
import { type Arguments, changedNames, isArguments } from './arguments.tsx'
import { type Answers, answerOf, type FormSchema, missingIn, startOf } from './form-fields.tsx'

export type Faults = Readonly<Record<string, string>>

/** An approval, as far as it can be changed and filled in: of the API, or of a chat. */
export interface Proposal {
  readonly args: unknown
  readonly form: Readonly<Record<string, unknown>> | null
}

export function useDraft({ args: proposed, form }: Proposal) {
  const schema = form as FormSchema | null
  const asked: Arguments = isArguments(proposed) ? proposed : {}
  const [args, setArgs] = useState(asked)
  const [isEditing, setEditing] = useState(false)
  const [answers, setAnswers] = useState<Answers>(() => (schema === null ? {} : startOf(schema)))
  const [faults, setFaults] = useState<Faults>({})
  const mark = (name: string, fault: string | null) =>
    setFaults(({ [name]: _, ...rest }) => (fault === null ? rest : { ...rest, [name]: fault }))
  const isChanged = isEditing && changedNames(asked, args).length > 0

  return {
    ...{ schema, asked, args, isEditing, answers, faults, isChanged },
    edit(isOn: boolean) {
      setEditing(isOn)
      setArgs(asked)
      setFaults({})
    },
    change(next: Arguments, name: string, fault: string | null) {
      setArgs(next)
      mark(`args.${name}`, fault)
    },
    fill(next: Answers, name: string, fault: string | null) {
      setAnswers(next)
      mark(`form.${name}`, fault)
    },
    /** The approval as it would be sent; null when something is missing or wrong, which is then marked. */
    approval(): Decision | null {
      const missing = schema === null ? [] : missingIn(schema, answers)
      const needed = Object.fromEntries(missing.map(name => [`form.${name}`, words.required]))
      const found = { ...faults, ...needed }
      setFaults(found)
      if (Object.keys(found).length > 0) return null
      return {
        decision: 'approve',
        ...(isChanged && { args: args as NonNullable<Decision['args']> }),
        ...(schema !== null && { form: answerOf(schema, answers) as NonNullable<Decision['form']> }),
      }
    },
  }
}

export type Draft = ReturnType<typeof useDraft>

/**
 * Faults below a name, such as `args`: those of the person's own, and what the service refused. That may lie
 * deeper than there are fields, and then belongs to the field around it.
 */
export function faultsOf(below: string, faults: Faults, refusal: Refusal | null): Faults {
  const field = refusal?.field ?? ''
  const around = field.startsWith(`${below}.`)
    ? `${below}.${field.slice(below.length + 1).split('.')[0]}`
    : field
  const all = field === '' ? faults : { [around]: refusal!.message, ...faults }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, fault]) =>
      name === below || name.startsWith(`${below}.`) ? [[name.slice(below.length + 1), fault]] : [],
    ),
  )
}
