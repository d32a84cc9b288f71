// Sends a decision once. Whatever a person presses, however often, and however often the connection breaks:
// one decision has one key. What somebody else decided first is not an error, but shown as what it is.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, type Body } from '../../../http/client.ts'
import { sayError, useCall } from '../../app/api.ts'
import type { Approval } from './facts.ts'

export type Decision = Body<'POST /api/v1/approvals/:id'>

export interface Refusal {
  readonly message: string
  /** Where it belongs: `args.text`, `form.when`; empty for the whole. */
  readonly field: string
  /** Somebody else was first, or the approval is another one by now. */
  readonly isLate: boolean
}

export function useDecision(approval: Approval, onDecided: (answer: Approval, decision: Decision) => void) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const sending = useRef(false)
  const last = useRef({ body: '', key: '' })
  const call = useCall('POST /api/v1/approvals/:id', {
    refreshes: ['GET /api/v1/approvals', 'GET /api/v1/executions/:id', 'GET /api/v1/executions/:id/why'],
  })

  async function decide(decision: Decision): Promise<void> {
    if (sending.current) return
    sending.current = true
    setRefusal(null)
    const body = { ...decision, digest: approval.digest }
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: crypto.randomUUID() }
    try {
      const options = { params: { id: approval.id }, body, idempotencyKey: last.current.key }
      const answer = await call.mutateAsync(options)
      client.setQueryData(['GET /api/v1/approvals/:id', { id: approval.id }, {}], answer)
      onDecided(answer, decision)
    } catch (error) {
      setRefusal(refusalIn(error))
      for (const pattern of ['GET /api/v1/approvals', 'GET /api/v1/approvals/:id'])
        void client.invalidateQueries({ queryKey: [pattern] })
    } finally {
      sending.current = false
    }
  }

  return { decide, isSending: call.isPending, refusal }
}

function refusalIn(error: unknown): Refusal {
  const message = sayError(error)
  const isLate = error instanceof ApiError && error.status === 409
  const [, field = '', rest = ''] = /^((?:args|form)(?:\.[\w-]+)*)[^:]*: (.*)$/s.exec(message) ?? []
  return field === '' ? { message, field, isLate } : { message: rest, field, isLate }
}
