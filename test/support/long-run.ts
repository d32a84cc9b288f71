// A script of package.json as a test: it passes when the script ends with 0.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { node } from './product.ts'

const root = join(import.meta.dirname, '../..')
/** Of what it says, kept for the report of a failure, in characters. */
const kept = 4_000

/** @param name of a script that runs Node, or runs it with variables before */
export async function passes(t: Test, name: string, ...args: string[]): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const words = (scripts[name] as string).split(' ')
  const at = words.indexOf('node')
  const variables = Object.fromEntries(words.slice(0, at).map(word => word.split('=')))
  const child = spawn(node, [...words.slice(at + 1), ...args], {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.teardown(() => child.kill())
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => (said = `${said}${chunk}`.slice(-kept)))
  const [code, signal] = await once(child, 'close')
  t.equal(signal ?? code, 0, `npm run ${name} -- ${args.join(' ')}`, { said })
}
