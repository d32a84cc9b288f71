// The commands that an operator runs beside the service, as `npm run` starts them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { node } from './product.ts'

/** As in package.json: what is made of the modules is kept. */
const preload = ['--require=./runtime/process/compiled.cjs']

export type OperatorCommand = 'backup' | 'restore' | 'rotate-keys' | 'rotate-signing-key' | 'usage-check'

/** @param environment that of the service: where its database is, and its master key */
export function operatorCommand(
  name: OperatorCommand,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  return startOperatorCommand(name, args, environment).ended
}

/** The same, for who has to do something with the process while it runs. */
export function startOperatorCommand(
  name: OperatorCommand,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  const child = spawn(node, [...preload, `main/commands/${name}.ts`, ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (output += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  return { child, ended }
}
