// npm run docs:reference: writes docs/reference, and the parts of guides that are made.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { partlyMadeGuides, referencePages } from './pages.ts'

const folder = join(import.meta.dirname, '../reference')
mkdirSync(folder, { recursive: true })
for (const [name, make] of Object.entries(referencePages)) {
  writeFileSync(join(folder, name), await make())
  console.log(`docs/reference/${name}`)
}

const guides = join(import.meta.dirname, '../guides')
for (const [name, make] of Object.entries(partlyMadeGuides)) {
  writeFileSync(join(guides, name), make(readFileSync(join(guides, name), 'utf8')))
  console.log(`docs/guides/${name}`)
}
