// The files of the chat in a browser: the widget as one script, built from chat/ by `npm ci`, and the page
// that shows it outside of production. http/routes/chat/widget.ts serves them.
import { readFile } from 'node:fs/promises'
import { Failure } from '../../domain/failure.ts'
import { createFileSet, type FileSet } from '../static/file-set.ts'
import { demoPage, demoScript, demoStyle } from './demo-page.ts'

const script = new URL('../../chat/dist/widget.global.js', import.meta.url)

/** @throws {Failure} not-found: this installation was not built */
export async function readWidget(): Promise<FileSet> {
  const bytes = await readFile(script).catch(() => {
    throw new Failure('not-found', 'the widget is not built: node chat/build.mjs builds it')
  })
  return createFileSet([
    { name: 'widget.js', bytes },
    { name: 'index.html', bytes: Buffer.from(demoPage) },
    { name: 'demo.js', bytes: Buffer.from(demoScript) },
    { name: 'demo.css', bytes: Buffer.from(demoStyle) },
  ])
}
