// What `npm start` runs. Plain JavaScript, so that a Node that cannot read TypeScript can say so.
import module from 'node:module'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`troupe needs Node 22.18 or newer, this is ${process.versions.node}: run "npm ci", which brings one, then "npm start"`)
  process.exit(1)
}
await import('./runtime/process/compiled.cjs')
await import('./main.ts')
// Written down at once: a process that is killed would keep nothing.
module.flushCompileCache()
