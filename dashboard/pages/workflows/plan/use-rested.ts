// Is a text as it was a moment ago? What would be in the way of somebody who types waits for it.
import { useEffect, useState } from 'react'

const restMs = 1_000

export function useRested(text: string): boolean {
  const [rested, setRested] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested === text
}
