// What keeps a notation from being the plan: faults that its reader finds, or what the service says of the
// plan that it is.
import { useCallback, useState } from 'react'
import type { Refusal } from '../planning.ts'
import { faultsIn } from './written.ts'

export function useUnread() {
  const [unread, setUnread] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const tellUnread = useCallback((faults: number | null) => {
    setUnread(faults)
    setRefusal(null)
  }, [])
  const tellRefusal = useCallback((told: Refusal) => {
    setUnread(faultsIn(told.diagnostics))
    setRefusal(told)
  }, [])
  return { unread, refusal, tellUnread, tellRefusal }
}
