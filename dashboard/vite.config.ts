// Builds the dashboard into dist/, which the service holds in memory; in development it serves it with hot
// reload, and hands requests of the API to a running service (`SERVICE_URL`).
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { functions } from '../domain/expression/functions.ts'
import { functionShapes } from '../domain/expression/library/function-shapes.ts'

const service = process.env['SERVICE_URL'] ?? 'http://localhost:8080'
const paths = [
  '/api',
  '/rpc',
  '/docs',
  '/openapi.json',
  '/openapi.yaml',
  '/billing/sandbox',
  '/chat/widget.js',
]

const start = '/dashboard/start.tsx'

/** What the first script loads next is on its way before that script has run. */
const preloadStart: Plugin = {
  name: 'preload-start',
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }) {
      const names = new Set<string>()
      const visit = (name: string) => {
        const file = bundle[name]
        if (file?.type !== 'chunk' || names.has(name)) return
        names.add(name)
        file.imports.forEach(visit)
      }
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.moduleIds.some(id => id.endsWith(start))) visit(file.fileName)
      }
      return [...names]
        .filter(name => !page.includes(name))
        .map(name => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
          injectTo: 'head' as const,
        }))
    },
  },
}

const barrel = /\/node_modules\/(?:lucide-react|radix-ui)\//

const functionsName = 'virtual:expression-functions'

/** What the notation completes of the functions of expressions: their names and shapes, nothing that runs. */
const expressionFunctions: Plugin = {
  name: 'expression-functions',
  resolveId: name => (name === functionsName ? `\0${functionsName}` : null),
  load: id =>
    id === `\0${functionsName}` ? `export default ${JSON.stringify(functionShapes(functions))}` : null,
}

/**
 * What a script needs stands in one file with it, instead of in fifteen: pages share pieces with it, and each
 * set of sharers would be a file. Packages that name all their parts in one module would bring all of them.
 */
function together(name: string, script: string) {
  const isNeeded = (id: string, modules: Modules, seen: Set<string>): boolean => {
    if (id.endsWith(script)) return true
    if (seen.has(id) || barrel.test(id)) return false
    seen.add(id)
    return modules.getModuleInfo(id)?.importers.some(each => isNeeded(each, modules, seen)) ?? false
  }
  return {
    debugName: name,
    name: (id: string, modules: Modules) => (isNeeded(id, modules, new Set()) ? name : null),
  }
}

interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwind(), preloadStart, expressionFunctions],
  resolve: {
    alias: {
      // The root of the tree has React 18 too, which the tests of the chat SDK and the test runner need.
      react: 'react-19',
      'react-dom': 'react-dom-19',
      // The chat SDK, by the name that other pages know it by; from its sources, so that its parts are there.
      '@service/chat': fileURLToPath(new URL('../chat', import.meta.url)),
    },
  },
  server: { proxy: Object.fromEntries(paths.map(path => [path, service])) },
  build: {
    target: 'es2023',
    // A small file in the page as data is one more thing that the policy would have to allow.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [together('first', '/dashboard/main.ts'), together('start', start)],
        },
      },
    },
  },
})
