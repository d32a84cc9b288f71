// Builds dist/: the entries as ES modules, the widget as one script, and their types. `npm ci` at the root
// runs it, and `npm pack`. Needs the root's node_modules; runs on Node 20. `node build.mjs <folder>` builds
// there instead.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'

const home = dirname(fileURLToPath(import.meta.url))
const dist = process.argv[2] ?? join(home, 'dist')

/** What another entry holds is loaded from there, not copied: by file or by folder. */
const entries = [
  ['widget.ts', 'widget'],
  ['index.ts', 'index'],
  ['client/', 'index'],
  ['conversation.ts', 'conversation'],
  ['conversation/', 'conversation'],
]
const siblings = {
  name: 'siblings',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, importer, kind }) => {
      if (kind === 'entry-point') return
      const entryOf = file => entries.find(([name]) => relative(home, file).startsWith(name))?.[1]
      const entry = entryOf(join(resolveDir, path))
      return entry && entry !== entryOf(importer) ? { path: `./${entry}.js`, external: true } : undefined
    })
  },
}

/** A style sheet is a text, without the spaces. */
const styles = {
  name: 'styles',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await esbuild.transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true })
      return { contents: code.trim(), loader: 'text' }
    })
  },
}

const shared = {
  bundle: true,
  minify: true,
  target: 'es2022',
  tsconfig: join(home, 'tsconfig.json'),
  outdir: dist,
  legalComments: 'none',
  logLevel: 'warning',
}
const modules = ['index', 'conversation', 'widget', 'react'].map(name => join(home, `${name}.ts`))

rmSync(dist, { recursive: true, force: true })
await esbuild.build({
  ...shared,
  entryPoints: modules.filter(path => !path.endsWith('react.ts')),
  format: 'esm',
  plugins: [siblings, styles],
})
await esbuild.build({
  ...shared,
  entryPoints: [join(home, 'react.ts')],
  format: 'esm',
  external: ['react'],
  plugins: [siblings],
  // Frameworks that render on a server look for it in the first line.
  banner: { js: "'use client'" },
})
await esbuild.build({
  ...shared,
  entryPoints: [join(home, 'widget.global.ts')],
  format: 'iife',
  plugins: [styles],
})
const require = createRequire(import.meta.url)
// Whoever runs the service only (`npm ci --omit=dev`) has no TypeScript, and needs no types.
if (isInstalled('typescript/package.json')) buildTypes()

function isInstalled(name) {
  try {
    return Boolean(require.resolve(name))
  } catch {
    return false
  }
}

/** As TypeScript writes them, with the names of what is in dist. */
function buildTypes() {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', home, '--outDir', dist], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
  for (const entry of readdirSync(dist, { recursive: true })) {
    if (!entry.endsWith('.d.ts')) continue
    const file = join(dist, entry)
    const text = readFileSync(file, 'utf8').replace(/(from '|import\(')(\.[^']+)\.ts'/g, "$1$2.js'")
    writeFileSync(file, text)
  }
}
