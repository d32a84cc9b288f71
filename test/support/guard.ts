// What makes sure that no product outlives its tests, not even those of a process that was killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Guard {
  /** Takes a process in its care. */
  watch(pid: number): void
  /** Kills what is left. */
  end(): Promise<void>
}

/**
 * A process that outlives this one, however this one ends, and kills what was left behind: the server, the
 * database and, when it is ours, the data directory.
 */
export function guard(directory: string | null): Guard {
  const script = `
    while read -r pid; do pids="$pids $pid"; done
    test -n "$1" && pids="$pids $(head -n 1 "$1/postgres/cluster/postmaster.pid")"
    for pid in $pids; do kill -9 $pid; done
    test -n "$1" && rm -rf "$1"`
  const child = spawn('sh', ['-c', script, 'guard', directory ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const ended = once(child, 'exit')
  return {
    watch: pid => void child.stdin.write(`${pid}\n`),
    async end() {
      child.stdin.end()
      await ended
    },
  }
}
