// What threads of ours start with: modules as compiled.cjs keeps them.
import { fileURLToPath } from 'node:url'

export const threadFlags: readonly string[] = [
  '--require',
  fileURLToPath(new URL('./compiled.cjs', import.meta.url)),
]
