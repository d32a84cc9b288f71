// The files of the API reference: its page, its start script, and Scalar's script from its npm package.
// http/routes/system/reference.ts serves them.
import { readFile } from 'node:fs/promises'
import { contentHash, createFileSet, type FileSet } from '../static/file-set.ts'
import { referencePage, referencePolicy, startScript } from './page.ts'

/** Path of the one-file build in the package, which exports only its modules. */
const location = new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'))

/** @throws {Error} the package is not installed */
export async function readReference(): Promise<FileSet> {
  // Its last line names a source map that is not served.
  const program = (await readFile(location, 'utf8')).replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
  const bytes = Buffer.from(program)
  const page = referencePage(contentHash(bytes))
  return createFileSet([
    { name: 'index.html', bytes: Buffer.from(page), policy: referencePolicy },
    { name: 'start.js', bytes: Buffer.from(startScript) },
    { name: 'scalar.js', bytes, isHashed: true },
  ])
}
