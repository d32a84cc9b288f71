// Preloaded into every process and thread of the service (start.js, cli/main.js, and the two pools): what is
// made of a module before it runs is kept beside the code, as trusted as it is. Node keeps what V8 compiles;
// the types that it takes out of each file, with a compiler of its own that begins anew in every thread, it
// does not keep, and they were two fifths of the processor time of a start. Where nothing can be written,
// nothing is kept.
const { createHash } = require('node:crypto')
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const module_ = require('node:module')
const { join, relative } = require('node:path')
const { fileURLToPath, pathToFileURL } = require('node:url')
const { getEnvironmentData, setEnvironmentData, threadId } = require('node:worker_threads')

const root = join(__dirname, '../..')
const rootUrl = `${pathToFileURL(root)}/`
const setting = 'troupe:compiled'
// A thread may have no environment of its own.
const directory =
  getEnvironmentData(setting) ?? process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/troupe')
setEnvironmentData(setting, directory)
module_.enableCompileCache(directory)

const plain = join(directory, `plain-${process.version}`)
let isWritable = true
try {
  mkdirSync(plain, { recursive: true })
} catch {
  isWritable = false
}
module_.registerHooks({
  // Our files name each other whole: Node need not look for them.
  resolve(specifier, context, next) {
    const url = /^\.\.?\/.*\.ts$/.test(specifier) ? new URL(specifier, context.parentURL).href : ''
    return isOurs(url) ? { url, format: 'module', shortCircuit: true } : next(specifier, context)
  },
  load(url, context, next) {
    return isOurs(url) ? { format: 'module', source: plainSource(url), shortCircuit: true } : next(url, context)
  },
})

function isOurs(url) {
  return url.startsWith(rootUrl) && url.endsWith('.ts') && !url.includes('/node_modules/')
}

/** With the name that Node's own loader gives it in stack traces. */
function plainSource(url) {
  const path = fileURLToPath(url)
  return keptSource(path) + nameOf(path)
}

const nameOf = path => `\n\n//# sourceURL=${path}`

/** One file for each module: the hash of what it was made of, a line feed, the module. */
function keptSource(path) {
  const typed = readFileSync(path, 'utf8')
  const hash = createHash('sha1').update(typed).digest('hex')
  const kept = join(plain, relative(root, path).replaceAll(/[/\\]/g, '+'))
  try {
    const found = readFileSync(kept, 'utf8')
    if (found.startsWith(hash)) return found.slice(hash.length + 1)
  } catch {}
  const source = withoutTypes(typed, path)
  if (isWritable) keep(kept, `${hash}\n${source}`)
  return source
}

/** Under another name first: other processes read it meanwhile. */
function keep(path, text) {
  const written = `${path}.${process.pid}-${threadId}`
  try {
    writeFileSync(written, text)
    renameSync(written, path)
  } catch {}
}

function withoutTypes(typed, path) {
  const { emitWarning } = process
  // It warns that it is an experiment; Node's own loader uses the same without a word.
  process.emitWarning = () => {}
  try {
    const named = module_.stripTypeScriptTypes(typed, { sourceUrl: path })
    return named.slice(0, -nameOf(path).length)
  } finally {
    process.emitWarning = emitWarning
  }
}
