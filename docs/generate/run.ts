// npm run docs:reference: writes docs/reference.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { referencePages } from './pages.ts'

const folder = join(import.meta.dirname, '../reference')
mkdirSync(folder, { recursive: true })
for (const [name, make] of Object.entries(referencePages)) {
  writeFileSync(join(folder, name), await make())
  console.log(`docs/reference/${name}`)
}
