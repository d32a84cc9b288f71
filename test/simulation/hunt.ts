// Runs the simulation against one mutant, in a process of its own, until it is caught.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Mutant } from './mutants.ts'

export interface Hunt {
  readonly isCaught: boolean
  /** The law that was broken, or why there was nothing to break. */
  readonly said: string
}

/** Of the service; mutants may name another. */
export const serviceRun = 'run.ts'
const hook = `${import.meta.dirname}/mutation-hook.ts`

/**
 * @param mutant null for the code as it is
 * @param seeds at most, from 1 on
 */
export async function hunt(
  mutant: Mutant | null,
  seeds: number,
  run: string = mutant?.run ?? serviceRun,
): Promise<Hunt> {
  const [file, ...flags] = run.split(' ')
  const argv = [
    ...(mutant ? ['--import', hook] : []),
    `${import.meta.dirname}/${file}`,
    ...flags,
    '--seeds',
    String(seeds),
    '--stop',
  ]
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, MUTANT: mutant?.name ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  await once(child, 'close')
  const caught = output.match(/^seed \d+: .*/m)
  return { isCaught: caught !== null, said: caught?.[0] ?? output.trim().slice(0, 900) }
}
