// The operator's file for tests of tool servers on stdio: their fixtures as commands that are allowed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tap from 'tap'
import { node } from '../product.ts'

const folder = import.meta.dirname
/** Files of tests run at the same time, and a server ends all that is left of its user. */
const firstUid = 100_000 + (process.pid % 10_000) * 40

interface FileOfTest {
  readonly servers?: readonly object[]
  readonly packages?: object
  readonly children?: number
  readonly childrenPerOrganization?: number
}

interface Server {
  readonly name: string
  readonly command?: string
  readonly args?: readonly string[]
}

/** Its `servers` without a command run the fixture in the mode of their name, or of `args`. */
export function stdioFile(value: FileOfTest): string {
  const own = mkdtempSync(join(tmpdir(), 'troupe-stdio-file-'))
  tap.teardown(() => rmSync(own, { recursive: true }))
  const path = join(own, 'stdio.json')
  const servers = (value.servers ?? []).map(server => completed(server as Server))
  const usual = { sameUser: process.getuid!() !== 0, firstUid }
  writeFileSync(path, JSON.stringify({ ...usual, ...value, servers }))
  return path
}

function completed(server: Server) {
  const { name, args = [name] } = server
  const own = { command: node, args: [join(folder, 'stdio-server.mjs'), ...args] }
  return server.command === undefined ? { ...server, ...own } : server
}

export const sdkServer = { command: node, args: [join(folder, 'stdio-sdk-server.mjs')] } as const
