// Runs an ended run again, whole or from a step on: with its inputs or others, by its version or the active
// one. Says which effects will happen again before it does.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readJson } from '../../../../../domain/numerals.ts'
import type { Body } from '../../../../../http/client.ts'
import { api, read } from '../../../../app/api.ts'
import { Confirm } from '../../../../parts/dialog.tsx'
import { Field, Select, TextArea } from '../../../../parts/field.tsx'
import { Note } from '../../../../parts/notes.tsx'
import { numberText } from '../../../../parts/time.tsx'
import { words } from '../../../../words/runs/run.ts'
import { type PlanStep, planIdOf } from '../standing.ts'
import type { Row, Trace } from '../trace.ts'
import type { Run } from '../use-trace.ts'
import { editedOf, StepArgumentsEditor, useStepArguments } from './step-arguments.tsx'

export interface RetryProps {
  readonly run: Run
  readonly trace: Trace | undefined
  readonly steps: ReadonlyMap<string, PlanStep>
  /** Path of the step to begin with; null keeps whatever succeeded. */
  readonly fromStep: string | null
  readonly isOpen: boolean
  readonly onClose: () => void
}

type Retry = NonNullable<Body<'POST /api/v1/executions/:id/retry'>>

export function RetryDialog({ run, trace, steps, fromStep, isOpen, onClose }: RetryProps) {
  const before = JSON.stringify(run.inputs, null, 2)
  const [text, setText] = useState(before)
  const [version, setVersion] = useState('')
  const step = useStepArguments(run.id, isOpen ? fromStep : null)
  const navigate = useNavigate()
  const workflow = useQuery({
    ...read('GET /api/v1/workflows/:id', { params: { id: run.workflowId } }),
    enabled: isOpen,
  })
  const active = workflow.data?.version
  const effects = trace === undefined ? [] : effectsAgain(trace, steps, fromStep)

  async function retry(): Promise<void> {
    const args = version === '' ? editedOf(step) : null
    const body: Retry = {
      ...(fromStep !== null && { fromStep }),
      ...(args !== null && { args }),
      ...(text.trim() !== before && { inputs: inputsIn(text) }),
      ...(version !== '' && { version: Number(version) }),
    }
    const options = { params: { id: run.id }, body, idempotencyKey: crypto.randomUUID() }
    const next = await api('POST /api/v1/executions/:id/retry', options)
    await navigate({ to: '/runs/$id', params: { id: next.id } })
  }

  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={fromStep === null ? words.retry.title : words.retry.titleFrom(titleOf(steps, fromStep))}
      action={words.retry.action}
      look="primary"
      onConfirm={retry}
    >
      <p className="text-sm text-dim">{fromStep === null ? words.retry.keeps : words.retry.keepsBefore}</p>
      <Note tone={effects.length === 0 ? 'good' : 'warn'}>
        {effects.length === 0 ? (
          words.retry.noEffects
        ) : (
          <>
            <p>{words.retry.effects}</p>
            <ul className="mt-1 list-disc ps-4">
              {effects.map(({ what, count, isMore }) => (
                <li key={what}>{words.retry.effect(what, numberText(count), count, isMore)}</li>
              ))}
            </ul>
          </>
        )}
      </Note>
      {version === '' && <StepArgumentsEditor {...step} />}
      <Field label={words.retry.inputs} hint={words.retry.inputsHint}>
        <TextArea
          value={text}
          onChange={event => setText(event.target.value)}
          rows={Math.min(10, Math.max(3, before.split('\n').length))}
          spellCheck={false}
          className="font-mono text-xs"
        />
      </Field>
      {active !== undefined && active !== run.workflowVersion && (
        <Field label={words.retry.version}>
          <Select value={version} onChange={event => setVersion(event.target.value)}>
            <option value="">{words.retry.sameVersion(run.workflowVersion)}</option>
            <option value={active}>{words.retry.activeVersion(active)}</option>
          </Select>
        </Field>
      )}
    </Confirm>
  )
}

function titleOf(steps: ReadonlyMap<string, PlanStep>, path: string): string {
  return steps.get(planIdOf(path))?.title || path
}

function inputsIn(text: string): Retry['inputs'] {
  let inputs: unknown
  try {
    inputs = readJson(text)
  } catch {
    throw new Error(words.retry.noJson)
  }
  if (typeof inputs !== 'object' || inputs === null || Array.isArray(inputs))
    throw new Error(words.retry.noJson)
  return inputs as Retry['inputs']
}

export interface Effect {
  readonly what: string
  readonly count: number
  /** There may be more, in groups that nobody has opened. */
  readonly isMore: boolean
}

/** What the steps that run again do outside, as far as they were read. */
export function effectsAgain(
  { rows, within }: Trace,
  steps: ReadonlyMap<string, PlanStep>,
  fromStep: string | null,
): readonly Effect[] {
  const from = fromStep === null ? null : (rows.get(fromStep)?.startedAt ?? 0)
  const isAgain = ({ id, startedAt, status }: Row) =>
    from === null ? status !== 'completed' : id === fromStep || (startedAt ?? 0) >= from
  const found = new Map<string, { count: number; isMore: boolean }>()
  const note = (step: PlanStep | undefined, count: number, isMore: boolean) => {
    const what = effectOf(step)
    if (what === null) return
    const before = found.get(what) ?? { count: 0, isMore: false }
    found.set(what, { count: before.count + count, isMore: before.isMore || isMore })
  }
  for (const row of rows.values()) {
    if (row.startedAt === null || !isAgain(row)) continue
    if (row.inside === null) note(steps.get(planIdOf(row.id)), 1, false)
    else if (!within.has(row.id) || within.get(row.id)!.next !== null)
      for (const inner of insideOf(steps.get(planIdOf(row.id)))) note(inner, 0, true)
  }
  return [...found].map(([what, numbers]) => ({ what, ...numbers }))
}

function effectOf(step: PlanStep | undefined): string | null {
  if (step?.kind === 'workflow') return step.workflow
  if (step?.kind !== 'tool' || (step.effect !== 'write' && step.effect !== 'destructive')) return null
  return step.server === null ? step.tool : `${step.server}__${step.tool}`
}

function insideOf(step: PlanStep | undefined): readonly PlanStep[] {
  return step?.kind === 'foreach' || step?.kind === 'repeat'
    ? step.steps.flatMap(inner => [inner, ...insideOf(inner)])
    : []
}
