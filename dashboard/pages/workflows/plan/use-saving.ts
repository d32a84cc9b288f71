// Saving what is written: a new workflow, or a version of one that is there. A change by somebody else in
// between is told, not overwritten (If-Match).
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, ApiError } from '../../../../http/client.ts'
import { api } from '../../../app/api.ts'

export type Workflow = Answer<'GET /api/v1/workflows/:id'>

export interface Saving {
  /** As it is saved; null while it is new. */
  readonly workflow: Workflow | null
  /** Is this text another than the one that is saved? */
  readonly isChanged: (text: string) => boolean
  /** @throws {ApiError} */
  readonly save: (text: string, name: string) => Promise<Workflow>
  /** Somebody else has changed the workflow meanwhile. */
  readonly isConflict: boolean
  /** Takes what is saved now as the state that the next save is made of. */
  readonly takeNewest: () => Promise<Workflow>
  readonly take: (workflow: Workflow) => void
}

/** @param initial the text that one begins with: it is no change */
export function useSaving(given: Workflow | null, initial: string): Saving {
  const client = useQueryClient()
  const [workflow, setWorkflow] = useState(given)
  const [isConflict, setConflict] = useState(false)
  const kept = useRef({ workflow: given, text: given?.prompt ?? initial })

  const take = useCallback((next: Workflow, text = next.prompt) => {
    kept.current = { workflow: next, text }
    setWorkflow(next)
    setConflict(false)
  }, [])

  const keep = useCallback(
    async (next: Workflow) => {
      take(next)
      const lists = ['GET /api/v1/workflows', 'GET /api/v1/workflows/names', 'GET /api/v1/workflows/:id']
      const versions = 'GET /api/v1/workflows/:id/versions'
      for (const pattern of [...lists, versions]) void client.invalidateQueries({ queryKey: [pattern] })
      return next
    },
    [client, take],
  )

  const save = useCallback(
    async (text: string, name: string) => {
      const { workflow: before } = kept.current
      if (before === null) {
        const body = { name, prompt: text }
        return keep(await api('POST /api/v1/workflows', { body, idempotencyKey: crypto.randomUUID() }))
      }
      if (text === kept.current.text) return before
      const { id, updatedAt } = before
      try {
        const change = { params: { id }, body: { prompt: text }, ifMatch: `"${updatedAt}"` }
        return await keep(await api('PUT /api/v1/workflows/:id', change))
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) setConflict(true)
        throw error
      }
    },
    [keep],
  )

  const takeNewest = useCallback(async () => {
    const newest = await api('GET /api/v1/workflows/:id', { params: { id: kept.current.workflow!.id } })
    take(newest)
    return newest
  }, [take])

  // Saved by this page meanwhile: the list around it has read it again.
  useEffect(() => {
    const { workflow: mine } = kept.current
    if (given === null || mine === null || given.updatedAt <= mine.updatedAt) return
    if (given.prompt === kept.current.text) take(given)
  }, [given, take])

  const isChanged = useCallback((text: string) => text !== kept.current.text, [])
  return { workflow, isChanged, save, isConflict, takeNewest, take }
}
