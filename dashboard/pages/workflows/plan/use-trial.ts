// Trying and running what is written: the inputs of the form, a dry run, a run.
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ApiError } from '../../../../http/client.ts'
import { api } from '../../../app/api.ts'
import { errorsOf, readTexts, textsOf } from '../../../parts/schema-form/read-texts.ts'
import { sampleTexts } from '../../../parts/schema-form/samples.ts'
import type { Schema, Texts } from '../../../parts/schema-form/shape.ts'
import { guideTo } from '../../guide/guide.tsx'
import type { DryRunAnswer } from './dry-run.tsx'
import { columnsIn, type Planned } from './planned.ts'
import type { Workflow } from './use-saving.ts'

export interface TrialParts {
  readonly planned: Planned | null
  readonly now: () => string
  /** Inputs to begin with, in place of samples. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** @throws {ApiError} */
  readonly save: () => Promise<Workflow>
}

export type TrialState = 'idle' | 'trying' | 'running'

export function useTrial({ planned, now, inputs, save }: TrialParts) {
  const navigate = useNavigate()
  const [own, setOwn] = useState<Texts>({})
  const [state, setState] = useState<TrialState>('idle')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState<DryRunAnswer | null>(null)
  const schema = planned?.inputsSchema as Schema | undefined
  const texts = useMemo(() => {
    if (schema === undefined || planned === null) return {}
    return { ...sampleTexts(schema, columnsIn(planned.plan)), ...textsOf(schema, inputs), ...own }
  }, [schema, planned, inputs, own])

  function change(next: Texts): void {
    setOwn({
      ...own,
      ...Object.fromEntries(
        Object.entries(next).filter(([name, text]) => !Object.hasOwn(texts, name) || text !== texts[name]),
      ),
    })
    setErrors({})
  }

  /** Does one thing at a time, and shows why it failed. */
  async function during(name: TrialState, act: () => Promise<unknown>): Promise<void> {
    if (state !== 'idle') return
    setState(name)
    setErrors({})
    try {
      await act()
    } catch (error) {
      // A conflict of saving is told by the page itself.
      if (!(error instanceof ApiError && error.status === 412)) setErrors(errorsOf(error, schema ?? {}))
    }
    setState('idle')
  }

  function valuesFor(of: Schema): Readonly<Record<string, unknown>> | null {
    const read = readTexts(of, texts)
    if (Object.keys(read.errors).length === 0) return read.values
    setErrors(read.errors)
    return null
  }

  async function tryIt(): Promise<void> {
    if (planned === null || schema === undefined) return
    await during('trying', async () => {
      const values = valuesFor(schema)
      if (values === null) return
      // What the reader plans, it plans again; every other plan is sent along.
      const plan = planned.plannedBy === 'reader' ? {} : { plan: planned.plan }
      const body = { prompt: now(), ...plan, inputs: values as never }
      setTried(await api('POST /api/v1/workflows/dry-run', { body }))
    })
  }

  async function run(): Promise<void> {
    await during('running', async () => {
      const workflow = await save()
      const values = valuesFor(workflow.inputsSchema as Schema)
      if (values === null) return
      const { id } = await api('POST /api/v1/workflows/:id/execute', {
        params: { id: workflow.id },
        body: { inputs: values as never },
        idempotencyKey: crypto.randomUUID(),
      })
      guideTo(id)
      await navigate({ to: '/runs/$id', params: { id } })
    })
  }

  return { schema, texts, change, errors, state, tried, tryIt, run, during }
}
