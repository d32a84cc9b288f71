// Runs groups of test files, some at once, each in a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import type { Group } from './groups.ts'
import { type Cost, GroupReader, Results } from './results.ts'

const root = join(import.meta.dirname, '../..')
/** Longer than any file may take: a process that says nothing for so long hangs. In ms. */
const patience = 900_000

export interface RunOptions {
  /** Groups at once. */
  readonly jobs: number
  /** Takes all that the processes say; a path from the root. */
  readonly log: string
  /** Told of each file at its end. */
  readonly onFile: (cost: Cost, failures: number) => void
}

export async function runGroups(
  groups: readonly Group[],
  { jobs, log, onFile }: RunOptions,
): Promise<Results> {
  const results = new Results(onFile)
  mkdirSync(join(root, log, '..'), { recursive: true })
  const file = createWriteStream(join(root, log))
  const waiting = groups.values()
  const work = async () => {
    for (const group of waiting) file.write(await runGroup(group, results))
  }
  await Promise.all(Array.from({ length: jobs }, work))
  file.end()
  await finished(file)
  return results
}

/** @returns what it wrote */
async function runGroup(group: Group, results: Results): Promise<string> {
  const reader = new GroupReader(results, group)
  const child = spawn(
    process.execPath,
    ['--require=./runtime/process/compiled.cjs', 'test/runner/group.ts'],
    {
      cwd: root,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, TAP_TIMEOUT: '0', TEST_FILES: JSON.stringify(group) },
    },
  )
  let said = ''
  let complaints = ''
  let hangs = false
  const hang = () => {
    hangs = true
    child.kill('SIGKILL')
  }
  let timer = setTimeout(hang, patience)
  const decoder = new StringDecoder('utf8')
  child.stdout.on('data', (chunk: Buffer) => {
    clearTimeout(timer)
    timer = setTimeout(hang, patience)
    const text = decoder.write(chunk)
    said += text
    reader.write(text)
  })
  child.stderr.on('data', chunk => (complaints = `${complaints}${chunk}`.slice(-20_000)))
  const [code, signal] = await once(child, 'close')
  clearTimeout(timer)
  const ending = hangs ? `it said nothing for ${patience / 1_000} s` : `it ended with ${signal ?? code}`
  reader.end(code === 0 ? null : `${ending}\n${complaints}`)
  return `${said}${complaints}`
}
