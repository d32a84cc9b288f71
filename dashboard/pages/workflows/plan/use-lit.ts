// The step that the pointer is on, in the prompt or in the plan. Whoever lit it puts it out: the pointer that
// leaves one side may be on the other side already.
import { useCallback, useMemo, useState } from 'react'

type Side = 'prompt' | 'plan'

export function useLit() {
  const [lit, setLit] = useState<{ readonly step: string; readonly side: Side } | null>(null)
  const point = useCallback((side: Side, step: string | null) => {
    setLit(before => {
      if (step === null) return before?.side === side ? null : before
      return before?.step === step && before.side === side ? before : { step, side }
    })
  }, [])
  const pointFrom = useMemo(
    () => ({
      prompt: (step: string | null) => point('prompt', step),
      plan: (step: string | null) => point('plan', step),
    }),
    [point],
  )
  return { lit: lit?.step ?? null, pointFrom }
}
