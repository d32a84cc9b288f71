// Trying and running what is written: the inputs of the form, a dry run, a run.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../../../../http/client.ts'
import { api } from '../../../../app/api.ts'
import { errorsOf, readTexts, textsOf } from '../../../../parts/schema-form/read-texts.ts'
import { sampleTexts } from '../../../../parts/schema-form/samples.ts'
import type { Schema, Texts } from '../../../../parts/schema-form/shape.ts'
import { guideTo } from '../../../guide/guide.tsx'
import { columnsIn, numbersIn, type Planned } from '../planned.ts'
import type { Workflow } from '../use-saving.ts'
import type { DryRunAnswer } from './dry-run.tsx'

export interface TrialParts {
  readonly planned: Planned | null
  /** Inputs to begin with, in place of samples. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** @throws {ApiError} */
  readonly save: () => Promise<Workflow>
}

export type TrialState = 'idle' | 'trying' | 'saving' | 'running'

export function useTrial({ planned, inputs, save }: TrialParts) {
  const navigate = useNavigate()
  const [own, setOwn] = useState<Texts>({})
  const [acts, setActs] = useState<readonly ('saving' | 'running')[]>([])
  const [isTrying, setTrying] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [tried, setTried] = useState<DryRunAnswer | null>(null)
  const asked = useRef(new Set<'saving' | 'running'>())
  const last = useRef<Promise<void>>(Promise.resolve())
  const trying = useRef<AbortController>(null)
  useEffect(() => () => trying.current?.abort(), [])
  const schema = planned?.inputsSchema as Schema | undefined
  const texts = useMemo(() => {
    if (schema === undefined || planned === null) return {}
    const uses = { columns: columnsIn(planned.plan), numbers: numbersIn(planned.plan) }
    return { ...sampleTexts(schema, uses), ...textsOf(schema, inputs), ...own }
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

  /** Does it, and shows why it failed. */
  async function attempt(act: () => Promise<unknown>): Promise<void> {
    setErrors({})
    try {
      await act()
    } catch (error) {
      // A conflict of saving is told by the page itself.
      if (!(error instanceof ApiError && error.status === 412)) setErrors(errorsOf(error, schema ?? {}))
    }
  }

  /**
   * Saves or runs, after what was asked for before. The same act is not begun again while it is under way. A
   * dry run changes nothing, so nothing waits for it: whoever runs has no more use for it.
   */
  async function inTurn(name: 'saving' | 'running', act: () => Promise<unknown>): Promise<void> {
    if (asked.current.has(name)) return
    asked.current.add(name)
    if (name === 'running') trying.current?.abort()
    setActs([...asked.current])
    const turn = last.current.then(() => attempt(act))
    last.current = turn
    await turn
    asked.current.delete(name)
    setActs([...asked.current])
  }

  function valuesFor(of: Schema): Readonly<Record<string, unknown>> | null {
    const read = readTexts(of, texts)
    if (Object.keys(read.errors).length === 0) return read.values
    setErrors(read.errors)
    return null
  }

  async function tryIt(): Promise<void> {
    if (planned === null || schema === undefined || asked.current.has('running')) return
    const values = valuesFor(schema)
    if (values === null) return
    trying.current?.abort()
    const abort = new AbortController()
    trying.current = abort
    setTrying(true)
    const body = { prompt: planned.prompt, plan: planned.plan, inputs: values as never }
    await attempt(async () => {
      try {
        setTried(await api('POST /api/v1/workflows/dry-run', { body, signal: abort.signal }))
      } catch (error) {
        if (!abort.signal.aborted) throw error
      }
    })
    if (trying.current !== abort) return
    trying.current = null
    setTrying(false)
  }

  async function run(): Promise<void> {
    await inTurn('running', async () => {
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

  const state: TrialState = acts.at(-1) ?? (isTrying ? 'trying' : 'idle')
  return { schema, texts, change, errors, state, tried, tryIt, run, saveBy: inTurn.bind(null, 'saving') }
}
