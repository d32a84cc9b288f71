// The files of the chat in a browser: the widget as one script, built from chat/ by `npm ci`, and the page in
// http/chat/demo/ that shows it outside of production. http/routes/chat/widget.ts serves them.
import { readFile } from 'node:fs/promises'
import { Failure } from '../../domain/failure.ts'
import { createFileSet, type FileSet } from '../static/file-set.ts'

const script = new URL('../../chat/dist/widget.global.js', import.meta.url)
const demo = ['index.html', 'demo.css', 'demo.js']

/** @throws {Failure} not-found: this installation was not built */
export async function readWidget(): Promise<FileSet> {
  const bytes = await readFile(script).catch(() => {
    throw new Failure('not-found', 'the widget is not built: node chat/build.mjs builds it')
  })
  const page = demo.map(async name => ({
    name,
    bytes: await readFile(new URL(`demo/${name}`, import.meta.url)),
  }))
  return createFileSet([{ name: 'widget.js', bytes }, ...(await Promise.all(page))])
}
