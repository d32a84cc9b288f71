// Processes that do nothing and take a processor each, as on a machine that others use too.
import { spawn } from 'node:child_process'

/** @returns ends them */
export function keepBusy(count: number): () => void {
  const children = Array.from({ length: count }, () =>
    // It ends with its standard input, whatever becomes of this process.
    spawn(
      process.execPath,
      [
        '-e',
        'process.stdin.on("end", () => process.exit()).resume(); const turn = () => { const until = Date.now() + 50; while (Date.now() < until); setImmediate(turn) }; turn()',
      ],
      {
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    ),
  )
  return () => {
    for (const child of children) child.kill()
  }
}
