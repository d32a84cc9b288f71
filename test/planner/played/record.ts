// `npm run corpus:record -- FOLDER [SLUG ...]`: takes the answers of a new play of the language model from
// the folder into recorded/, and keeps there what is still to be answered (recording.ts).
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDomains } from '../corpus/prompts.ts'
import { openPlay } from './play.ts'
import { playedSlugs, readRecorded, recordedFolder } from './recorded.ts'
import { record, recordedText } from './recording.ts'

const [folder, ...slugs] = process.argv.slice(2)
if (folder === undefined) throw new Error('npm run corpus:record -- FOLDER [SLUG ...]')

const ends: (() => Promise<void>)[] = []
const play = await openPlay({ teardown: end => ends.unshift(end) })
for (const domain of findDomains(slugs.length === 0 ? playedSlugs : slugs)) {
  const { recorded, open } = await record(domain, folder, play)
  const file = join(recordedFolder, `${domain.slug}.json`)
  const before = existsSync(file) ? readRecorded(domain.slug) : {}
  const answered = Object.keys(recorded).length
  if (answered > 0) writeFileSync(file, recordedText(before, recorded))
  console.log(`${domain.slug}: ${answered} prompts answered, ${open.length} questions to answer`)
}
for (const end of ends) await end()
