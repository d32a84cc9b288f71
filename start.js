// What `npm start` runs. Plain JavaScript, so that a Node that cannot read TypeScript can say so.
import module from 'node:module'
import { join } from 'node:path'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`troupe needs Node 22.18 or newer, this is ${process.versions.node}: run "npm ci", which brings one, then "npm start"`)
  process.exit(1)
}
// Compiled modules are kept beside the code, as trusted as it is, for this process and its threads. Where
// that cannot be written nothing is kept. Written down at once: a process that is killed would keep nothing
// either.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/troupe')
module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
await import('./main.ts')
module.flushCompileCache()
