// Builds the dashboard into dist/, which the service holds in memory; in development it serves it with hot
// reload, and hands requests of the API to a running service (`SERVICE_URL`).
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwind()],
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
  },
})
