// examples/tool-server.ts in a process of its own, as docs/guides/tool-servers.md has it: its tools are echo,
// add and slow.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import tap, { type Test } from 'tap'
import { node } from '../product.ts'

export interface ExampleServer {
  readonly url: string
  stop(): Promise<void>
}

/** Ended with the test file at the latest, unless a test is given. */
export async function startExampleServer(t: Pick<Test, 'teardown'> = tap): Promise<ExampleServer> {
  const child = spawn(node, [join(import.meta.dirname, '../../../examples/tool-server.ts')], {
    env: { PATH: process.env['PATH'], PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  process.once('exit', () => child.kill('SIGKILL'))
  async function stop(): Promise<void> {
    child.kill('SIGKILL')
    await exited
  }
  t.teardown(stop)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { url: /http:\S+/.exec(line)![0], stop }
}
