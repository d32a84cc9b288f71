// What threads of ours start with: what is preloaded into the process is preloaded into them too, and modules
// are as compiled.cjs keeps them. Other flags of Node are the whole process's, and no thread takes them.
import { fileURLToPath } from 'node:url'

export const threadFlags: readonly string[] = [
  ...preloads(process.execArgv),
  '--require',
  fileURLToPath(new URL('./compiled.cjs', import.meta.url)),
]

/** @param flags `--import=a`, or `--import` and then `a` */
export function preloads(flags: readonly string[]): readonly string[] {
  return flags.flatMap((flag, at) => {
    if (/^(?:--import|--require|-r)=/.test(flag)) return [flag]
    return /^(?:--import|--require|-r)$/.test(flag) ? [flag, flags[at + 1]!] : []
  })
}
