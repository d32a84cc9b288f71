// The entry point of the command line: runs the typed command and returns the exit code. It speaks to the
// service over HTTP like every other client, and knows only its typed client and the domain.
import { CommanderError } from 'commander'
import { createContext, type Surroundings } from './context.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { createOutput } from './output.ts'
import { createProgram } from './program.ts'

/** @param around default: the process. @returns the exit code */
export async function main(args: readonly string[], around: Surroundings = surroundings()): Promise<number> {
  let code: number = exitCodes.ok
  const isJson = args.includes('--json')
  const program = createProgram(around, async act => {
    code = await act(createContext(around, isJson))
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    createOutput(around, isJson).say(`troupe: ${(error as Error).message}`)
    return exitCodeOf(error)
  }
}

function surroundings(): Surroundings {
  const { stdin, stdout, stderr, env } = process
  // `troupe workflows list | head`: whoever reads has read enough.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(exitCodes.ok)
  })
  return { stdin, stdout, stderr, variables: env, leaving }
}

function leaving(): AbortSignal {
  const left = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => left.abort())
  return left.signal
}
