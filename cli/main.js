#!/usr/bin/env node
// What `npx troupe` runs. Plain JavaScript, so that a Node that cannot read TypeScript can hand over to the
// one that `npm ci` brings.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  await import('../runtime/process/compiled.cjs')
  const { main } = await import('./troupe.ts')
  process.exitCode = await main(process.argv.slice(2))
} else {
  handOver(fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url)))
}

/**
 * Runs the same command with another Node and takes over its exit code. Ctrl-C in a terminal reaches both
 * processes; the other one handles it.
 */
function handOver(node) {
  if (!existsSync(node)) {
    console.error(`troupe needs Node 22.18 or newer, this is ${process.versions.node}: run "npm ci", which brings one`)
    process.exit(2)
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
  })
}
