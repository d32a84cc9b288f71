// Waits for shared work (a session, a trial, a token), each caller until its own deadline. The work goes on
// for the others.

export interface Waiter {
  /** Unix ms; absent: no deadline. */
  readonly deadline?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Why a caller stopped waiting. */
export type WaitEnd = 'timeout' | 'aborted'

/** @param leave makes the answer for a caller that stops waiting */
export async function withinDeadline<T, Left>(
  shared: Promise<T>,
  { deadline, signal }: Waiter,
  leave: (why: WaitEnd) => Left | Promise<Left>,
): Promise<T | Left> {
  const left = Promise.withResolvers<Left>()
  const abort = () => left.resolve(leave('aborted'))
  const end = () => left.resolve(leave('timeout'))
  const timer = deadline === undefined ? undefined : setTimeout(end, deadline - Date.now())
  signal?.addEventListener('abort', abort)
  if (signal?.aborted === true) abort()
  try {
    return await Promise.race([left.promise, shared])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
