// A start that the plan refuses (402), wherever it happens, leads to the page of the plans. Watches the
// answers of the service; start.tsx says what to do then.

const listeners = new Set<() => void>()

export function onLimitReached(listener: () => void): void {
  listeners.add(listener)
}

export const watchedFetch: typeof fetch = async (...request) => {
  const response = await fetch(...request)
  if (response.status === 402) for (const listener of listeners) listener()
  return response
}
