// On what a figure was measured. Figures without it are worth nothing.
import { execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { availableParallelism, cpus, release, tmpdir, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGib: number
  readonly kernel: string
  readonly node: string
  /** Short hash; with `+` when the work tree differs from it. */
  readonly commit: string
  /** The data directories lie in memory there: commits cost less than on a disk. */
  readonly isDiskless: boolean
}

/** @see statfs(2), TMPFS_MAGIC */
const tmpfs = 0x0102_1994

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGib: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    commit: commit(),
    isDiskless: statfsSync(tmpdir()).type === tmpfs,
  }
}

export function machineLine(machine: Machine): string {
  const { processor, cores, memoryGib, kernel, node, commit } = machine
  const disk = machine.isDiskless ? ', DATA ON TMPFS: fsync costs nothing here' : ''
  return `${processor}, ${cores} cores, ${memoryGib} GiB, Linux ${kernel}, Node ${node}, commit ${commit}${disk}`
}

function commit(): string {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+')
  } catch {
    return 'unknown' // An unpacked archive, or no git here.
  }
}
