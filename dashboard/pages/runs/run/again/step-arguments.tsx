// The arguments that a step was called with, to be changed before it runs again.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../../../app/api.ts'
import { words } from '../../../../words/runs/run.ts'
import {
  ArgumentEditor,
  type Arguments,
  Changes,
  changedNames,
  isArguments,
} from '../../../approvals/draft/arguments.tsx'

export interface StepArguments {
  /** As they were; null when the step has none, or while they load. */
  readonly asked: Arguments | null
  readonly args: Arguments
  /** What to send: null when nothing was changed. */
  readonly edited: Body | null
  readonly faults: Readonly<Record<string, string>>
  readonly change: (args: Arguments, name: string, fault: string | null) => void
}

type Body = Record<string, never>

const none: Arguments = {}

/** @param step its path; null reads nothing */
export function useStepArguments(id: string, step: string | null): StepArguments {
  const options = { params: { id, stepId: step ?? '' } }
  const { data } = useQuery({
    ...read('GET /api/v1/executions/:id/steps/:stepId', options),
    enabled: step !== null,
  })
  const [draft, setDraft] = useState<Arguments | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const asked = data === undefined ? null : argumentsOf(data)
  const args = draft ?? asked ?? none
  const isChanged = asked !== null && changedNames(asked, args).length > 0
  return {
    asked,
    args,
    edited: isChanged ? (args as Body) : null,
    faults,
    change(next, name, fault) {
      setDraft(next)
      const { [name]: _, ...others } = faults
      setFaults(fault === null ? others : { ...others, [name]: fault })
    },
  }
}

/** @throws {Error} a field holds no value of its kind */
export function editedOf({ edited, faults }: StepArguments): Body | null {
  const [fault] = Object.entries(faults)
  if (fault !== undefined) throw new Error(`${fault[0]}: ${fault[1]}`)
  return edited
}

export function StepArgumentsEditor({ asked, args, faults, change }: StepArguments) {
  if (asked === null) return null
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{words.step.arguments}</legend>
      <ArgumentEditor asked={asked} args={args} faults={faults} onChange={change} />
      <Changes asked={asked} args={args} title={words.step.changes} />
    </fieldset>
  )
}

function argumentsOf({ kind, input }: { readonly kind: string; readonly input: unknown }): Arguments | null {
  const given = kind === 'workflow' && isArguments(input) ? input['inputs'] : input
  const hasSome = ['tool', 'code', 'workflow'].includes(kind) && isArguments(given)
  return hasSome && Object.keys(given).length > 0 ? given : null
}
