// Runs test files one after the other in this process, each as one test that is named after it, and says
// what each cost. run-groups.ts starts it, with the files as a JSON array in TEST_FILES: tap makes the names
// of folders out of arguments.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import tap from 'tap'
import { enter } from './file-test.ts'

/** Of one file, ms. A file that needs more says so itself (`tap.setTimeout`). */
const timeout = 240_000
const here = new URL('.', import.meta.url).href
const fileTest = new URL('file-test.ts', here).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'tap' && !context.parentURL?.startsWith(here)
      ? { url: fileTest, format: 'module', shortCircuit: true }
      : next(specifier, context),
})

tap.setTimeout(0)
// Whoever started this holds its standard input open, and is gone when that ends.
process.stdin.resume().once('end', () => process.exit(1))
;(process.stdin as NodeJS.ReadStream).unref()
const files: readonly string[] = JSON.parse(process.env['TEST_FILES'] ?? '[]')
delete process.env['TEST_FILES']
for (const file of files) {
  const [before, startedAt] = [processorTime(), performance.now()]
  await tap.test(file, { timeout }, async t => {
    enter(t)
    await import(pathToFileURL(file).href)
  })
  const [seconds, processor] = [(performance.now() - startedAt) / 1_000, processorTime() - before]
  tap.comment(`cost ${JSON.stringify({ file, seconds, processor })}`)
}

/** Seconds of this process and of all that it has waited for; the process's own where there is no /proc. */
function processorTime(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // Fields 14 to 17 of proc_pid_stat(5), in hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}
