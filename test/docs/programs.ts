// Examples in TypeScript: as files that find the typed client of this repository, and all of them
// type-checked at once.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const client = join(root, 'http/client.ts')

/** An example imports the client from wherever its reader keeps it, or says nothing of where it is from. */
export function asProgram(text: string): string {
  const placed = text.replace(/(from\s+['"])(?:[^'"]*\/)?client(?:\.ts)?(['"])/g, `$1${client}$2`)
  const isImported = placed.includes(client) || !/\bcreateClient\b/.test(placed)
  return `${isImported ? '' : `import { createClient } from '${client}'\n`}${placed}\nexport {}\n`
}

/** @param programs by a name for each @returns what the compiler says; none when they fit */
export async function typeErrors(programs: ReadonlyMap<string, string>): Promise<string[]> {
  // Beside node_modules, where types are found.
  const directory = mkdtempSync(join(root, 'node_modules/.cache-docs-'))
  try {
    for (const [name, text] of programs) writeFileSync(join(directory, `${name}.ts`), asProgram(text))
    const options = { typeRoots: [join(root, 'node_modules/@types')], exactOptionalPropertyTypes: false }
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: options,
      include: ['*.ts'],
      exclude: [],
    }
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    // The runner's own options (--require) are for processes of tests; the compiler does not start with them.
    const { NODE_OPTIONS: _, ...env } = process.env
    const said = await promisify(execFile)(process.execPath, [tsc, '-p', directory, '--pretty', 'false'], {
      env,
    }).then(
      () => '',
      (error: { stdout?: string; message: string }) => error.stdout || error.message,
    )
    return said.split('\n').filter(line => line.trim() !== '')
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
