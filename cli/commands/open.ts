// troupe open: opens the application in the browser. troupe config: shows the configuration that a service on
// this machine would use.
import { spawn } from 'node:child_process'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'

const pages: Readonly<Record<string, string>> = {
  docs: '/docs/api-reference',
  wf: '/workflows/',
  exec: '/runs/',
}

export async function openPage(
  context: Context,
  what: string | undefined,
  options: { readonly print?: boolean },
): Promise<number> {
  const url = new URL(pathOf(what), await context.credentials.url()).href
  context.output.result({ url }, [url])
  if (!options.print && context.isInteractive) launch(url)
  return exitCodes.ok
}

function pathOf(what: string | undefined): string {
  if (what === undefined) return '/'
  const path = pages[what.split('_')[0]!]
  if (path === undefined || !/^[0-9a-z_]+$/.test(what)) {
    throw new UsageError(`open ${what}: expected docs, or the id of a workflow or an execution`)
  }
  return what === 'docs' ? path : path + what
}

/** Without a browser nothing happens, and the printed address remains. */
function launch(url: string): void {
  const [command, ...before] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '']
        : ['xdg-open']
  const child = spawn(command!, [...before, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

export async function showConfiguration({ output, variables }: Context): Promise<number> {
  const [{ describeSettings, misspeltNames }, { readSettings }] = await Promise.all([
    import('../../domain/settings/settings-report.ts'),
    import('../../domain/settings/settings.ts'),
  ])
  const lines = describeSettings(variables)
  output.result(
    Object.fromEntries(lines.map(line => line.split('  # ')[0]!.split(/=(.*)/s).slice(0, 2))),
    lines,
  )
  for (const line of misspeltNames(variables)) output.say(line)
  try {
    readSettings(variables)
    return exitCodes.ok
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
