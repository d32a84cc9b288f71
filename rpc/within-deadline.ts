// Waiting for what others wait for too (a session, a trial, a token): each caller as long as it may, while the thing
// itself goes on for the others.

export interface Waiter {
  /** Unix ms; absent: as long as it takes. */
  readonly deadline?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Why a caller waits no longer. */
export type Leaving = 'timeout' | 'aborted'

/** @param leave what a caller gets that does not wait to the end */
export async function withinDeadline<T, Left>(
  shared: Promise<T>,
  { deadline, signal }: Waiter,
  leave: (why: Leaving) => Left | Promise<Left>,
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
