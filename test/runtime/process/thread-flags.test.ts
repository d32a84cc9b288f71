// Which flags of Node threads take over from their process.
import { test } from 'tap'
import { preloads } from '../../../runtime/process/thread-flags.ts'

test('what is preloaded into the process is preloaded into threads; no other flag is', async t => {
  const flags = [
    '--expose-gc',
    '--import',
    'a.mjs',
    '--require=b.cjs',
    '-r',
    'c.cjs',
    '--max-old-space-size=99',
  ]
  t.strictSame(preloads(flags), ['--import', 'a.mjs', '--require=b.cjs', '-r', 'c.cjs'])
  t.strictSame(preloads(['--import=a.mjs', '--cpu-prof']), ['--import=a.mjs'])
})
