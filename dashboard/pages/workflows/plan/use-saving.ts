// Saving what is written: a new workflow, or a version of one that is there. A change by somebody else in
// between is told, not overwritten (If-Match).
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, ApiError } from '../../../../http/client.ts'
import { api } from '../../../app/api.ts'
import type { SentPlan } from './planned.ts'

export type Workflow = Answer<'GET /api/v1/workflows/:id'>

export interface Saving {
  /** As it is saved; null while it is new. */
  readonly workflow: Workflow | null
  /** Is this text, or the plan that a model made of it, another than what is saved? */
  readonly isChanged: (text: string, sent: SentPlan | null) => boolean
  /** @throws {ApiError} */
  readonly save: (text: string, name: string, sent: SentPlan | null) => Promise<Workflow>
  /** Somebody else has changed the workflow meanwhile. */
  readonly isConflict: boolean
  /** Takes what is saved now as the state that the next save is made of. */
  readonly takeNewest: () => Promise<Workflow>
  readonly take: (workflow: Workflow) => void
  /** A version that somebody else has saved since; null: none that is known of. */
  readonly newer: Workflow | null
}

/** Takes what somebody else has saved, as soon as nothing is changed here that it would replace. */
export function useNewer(
  { newer, take }: Pick<Saving, 'newer' | 'take'>,
  isChanged: boolean,
  show: (newer: Workflow) => void,
): void {
  useEffect(() => {
    if (newer === null || isChanged) return
    take(newer)
    show(newer)
  })
}

interface Kept {
  readonly workflow: Workflow | null
  readonly text: string
  /** The last one that was sent from here. */
  readonly plan: SentPlan['plan'] | null
}

/** @param initial the text that one begins with: it is no change */
export function useSaving(given: Workflow | null, initial: string): Saving {
  const client = useQueryClient()
  const [workflow, setWorkflow] = useState(given)
  const [isConflict, setConflict] = useState(false)
  const [newer, setNewer] = useState<Workflow | null>(null)
  const kept = useRef<Kept>({ workflow: given, text: given?.prompt ?? initial, plan: null })

  const take = useCallback((next: Workflow) => {
    const { workflow: before, plan } = kept.current
    const isSame = before?.version === next.version
    kept.current = { workflow: next, text: next.prompt, plan: isSame ? plan : null }
    setWorkflow(next)
    setConflict(false)
    setNewer(null)
  }, [])

  const isChanged = useCallback((text: string, sent: SentPlan | null) => {
    const { text: saved, plan } = kept.current
    return (sent?.prompt ?? text) !== saved || (sent?.plan != null && sent.plan !== plan)
  }, [])

  const keep = useCallback(
    async (next: Workflow, sent: SentPlan | null) => {
      take(next)
      kept.current = { ...kept.current, plan: sent?.plan ?? null }
      const lists = ['GET /api/v1/workflows', 'GET /api/v1/workflows/names', 'GET /api/v1/workflows/:id']
      const versions = 'GET /api/v1/workflows/:id/versions'
      for (const pattern of [...lists, versions]) void client.invalidateQueries({ queryKey: [pattern] })
      return next
    },
    [client, take],
  )

  const save = useCallback(
    async (text: string, name: string, sent: SentPlan | null) => {
      const { workflow: before } = kept.current
      const content = { prompt: text, ...sent }
      if (before === null) {
        const body = { name, ...content }
        return keep(await api('POST /api/v1/workflows', { body, idempotencyKey: crypto.randomUUID() }), sent)
      }
      if (!isChanged(text, sent)) return before
      const { id, updatedAt } = before
      try {
        const change = { params: { id }, body: content, ifMatch: `"${updatedAt}"` }
        return await keep(await api('PUT /api/v1/workflows/:id', change), sent)
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) setConflict(true)
        throw error
      }
    },
    [keep, isChanged],
  )

  const takeNewest = useCallback(async () => {
    const newest = await api('GET /api/v1/workflows/:id', { params: { id: kept.current.workflow!.id } })
    take(newest)
    return newest
  }, [take])

  // The list around this page has read it again. What is not of the plan (a name, a schedule) is no change of
  // what is written here; another version is: a save would overwrite it.
  useEffect(() => {
    const { workflow: mine } = kept.current
    if (given === null || mine === null || given.updatedAt <= mine.updatedAt) return
    if (given.version === mine.version) take(given)
    else setNewer(given)
  }, [given, take])

  return { workflow, isChanged, save, isConflict, takeNewest, take, newer }
}
