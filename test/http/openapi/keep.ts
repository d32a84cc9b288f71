// npm run api:keep, at a release: what the API is now is what every later version has to keep. Refuses while
// something is broken; --break says that it is meant.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { breaksOf } from './breaks/operations.ts'
import { toolBreaks } from './breaks/tools.ts'
import { currentApi, currentTools, folder, releasedApi, releasedTools } from './released.ts'

const today = new Date().toISOString().slice(0, 10)
const [api, tools] = [currentApi(), currentTools()]
if (!process.argv.includes('--break')) {
  const broken = [...breaksOf(releasedApi(), api, today), ...toolBreaks(releasedTools(), tools, today)]
  if (broken.length > 0) {
    console.error(`${broken.join('\n')}\nnothing is written; --break keeps the document that breaks this`)
    process.exit(1)
  }
}
writeFileSync(join(folder, 'api.json'), linesOf(api))
writeFileSync(join(folder, 'tools.json'), `[\n${tools.map(tool => JSON.stringify(tool)).join(',\n')}\n]\n`)

/** A line for each path and each component, so that a difference is read as one. */
function linesOf({ paths, components = {}, ...rest }: ReturnType<typeof currentApi>): string {
  const sections = Object.entries(components).map(([name, section]) => `"${name}":${object(section)}`)
  const head = JSON.stringify(rest).slice(1, -1)
  return `{${head},\n"paths":${object(paths)},\n"components":{${sections.join(',\n')}}}\n`
}

function object(members: object): string {
  const lines = Object.entries(members).map(
    ([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`,
  )
  return `{\n${lines.join(',\n')}\n}`
}
