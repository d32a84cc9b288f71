// What a run has started and must end: servers, load generators, data directories. Everything is begun
// through `started`, so that `endAll` finds it on success, on failure and on Ctrl-C, and ends the newest
// first.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type End = () => Promise<void>

const ends = new Set<End>()
let isOver = false

/**
 * @param end runs once at most, whoever calls it first
 * @throws {Error} the run is over: a scenario that was interrupted must not begin anything more
 */
export function started<T>(begin: () => T, end: (begun: T) => Promise<void>): { begun: T; end: End } {
  if (isOver) throw new Error('interrupted')
  const begun = begin()
  let ended: Promise<void> | null = null
  const endOnce = () => {
    ended ??= end(begun).finally(() => ends.delete(endOnce))
    return ended
  }
  ends.add(endOnce)
  return { begun, end: endOnce }
}

/** @param last nothing may begin after this */
export async function endAll({ last }: { last: boolean }): Promise<void> {
  isOver ||= last
  for (const end of [...ends].reverse()) {
    await end().catch(error => console.error(error instanceof Error ? error.message : error))
  }
}

/** A process of ours that talks over IPC and ends when its channel closes. Ctrl-C reaches the run alone. */
export function forkModule(file: string): { child: ChildProcess; end: End } {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const { begun: child, end } = started(
    () => fork(path, { detached: true, execArgv: [] }),
    async child => {
      if (!isRunning(child)) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  )
  return { child, end }
}

/**
 * A server in a process of its own, that sends `{port}` when it listens.
 * @param input what it waits for before it does, JSON
 */
export async function forkServer(
  file: string,
  input?: object,
): Promise<{ port: number; pid: number; end: End }> {
  const { child, end } = forkModule(file)
  if (input !== undefined) child.send(input)
  const died = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${file} ended with ${signal ?? code} before it listened`)
  })
  const [message] = (await Promise.race([once(child, 'message'), died])) as [{ port: number }]
  died.catch(() => {}) // From here on, whoever uses the server notices.
  return { port: message.port, pid: child.pid!, end }
}

export function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}
