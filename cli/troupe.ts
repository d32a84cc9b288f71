// The command line: what can be typed, and the exit code that comes of it. Knows of the server its typed client and the
// domain only, and speaks to it over HTTP like everybody else.
import { Command, CommanderError } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { decide } from './commands/approvals.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './commands/keys.ts'
import { openPage, showConfiguration } from './commands/open.ts'
import { cancel, executions, logs, run } from './commands/run.ts'
import { login, logout } from './commands/session.ts'
import { createWorkflow, listWorkflows, showWorkflow } from './commands/workflows.ts'
import { type Context, createContext } from './context.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { createOutput } from './output.ts'

/** @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort())
  let code: number = exitCodes.ok
  const isJson = args.includes('--json')
  const program = createProgram(async act => {
    code = await act(createContext({ ...process, variables: process.env, signal: leaving.signal }, isJson))
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    createOutput(process, isJson).say(`troupe: ${(error as Error).message}`)
    return exitCodeOf(error)
  }
}

type Act = (context: Context) => Promise<number>

function createProgram(perform: (act: Act) => Promise<void>): Command {
  const program = new Command('troupe')
    .description(manifest.description)
    .version(manifest.version)
    .option('--json', 'JSON on standard output, everything else on standard error')
    .exitOverride()
    .showHelpAfterError('(troupe --help shows what there is)')
  const command = (parent: Command, usage: string, description: string) =>
    parent.command(usage).description(description).copyInheritedSettings(program)

  command(program, 'login', 'log in at a service; what proves it is kept for this user only')
    .option('--url <url>', 'address of the service')
    .option('--email <email>', 'log in with a password (by standard input, or asked for)')
    .option('--with-key', 'log in with an API key that comes by standard input')
    .action(options => perform(context => login(context, options)))
  command(program, 'logout', 'end the session and forget it').action(() => perform(logout))

  const workflows = command(program, 'workflows', 'what can be run')
  command(workflows, 'list', 'all workflows').action(() => perform(listWorkflows))
  command(workflows, 'show <workflow>', 'prompt, plan and inputs of one').action(said =>
    perform(context => showWorkflow(context, said)),
  )
  command(workflows, 'create', 'make one from a prompt')
    .requiredOption('--name <name>', 'its name')
    .option('--prompt <text>', 'the prompt itself')
    .option('--file <file>', 'a file with the prompt; - is standard input')
    .option('--description <text>')
    .action(options => perform(context => createWorkflow(context, options)))
  runnable(command(workflows, 'run <workflow>', 'run one and follow it'), perform)

  runnable(command(program, 'run <workflow>', 'run a workflow (id, slug or name) and follow it'), perform)
  command(program, 'logs <execution>', 'the log of an execution')
    .option('-f, --follow', 'go on until it has ended')
    .action((id, options) => perform(context => logs(context, id, options)))
  command(program, 'executions', 'the newest executions')
    .option('--status <statuses>', 'only those, separated by commas')
    .option('--workflow <workflow>', 'only those of a workflow')
    .option('--limit <count>', 'how many, 1 to 100', '20')
    .action(options => perform(context => executions(context, options)))
  command(program, 'cancel <execution>', 'end an execution').action(id =>
    perform(context => cancel(context, id)),
  )

  for (const decision of ['approve', 'deny'] as const) {
    command(program, `${decision} [approval]`, `${decision} what waits; without an id, list it`)
      .option('--note <text>', 'why')
      .action((id, options) => perform(context => decide(context, decision, id, options)))
  }
  addKeys(command(program, 'keys', 'API keys of the organization'), command, perform)
  command(
    program,
    'config',
    'the settings that the service reads from this environment, secrets left out',
  ).action(() => perform(showConfiguration))
  command(program, 'open [page]', 'the application, a workflow, an execution or the docs in the browser')
    .option('--print', 'only print the address')
    .action((what, options) => perform(context => openPage(context, what, options)))
  return program
}

type AddCommand = (parent: Command, usage: string, description: string) => Command

function addKeys(keys: Command, command: AddCommand, perform: (act: Act) => Promise<void>): void {
  command(keys, 'list', 'all keys').action(() => perform(listKeys))
  command(keys, 'create <name>', 'make one, which is shown once')
    .option('--scopes <scopes>', 'read, write, execute, admin, chat; separated by commas')
    .option('--expires-days <days>', 'how long it works')
    .action((name, options) => perform(context => createKey(context, name, options)))
  command(keys, 'revoke <key>', 'end one at once').action(id => perform(context => revokeKey(context, id)))
  command(keys, 'rotate <key>', 'replace one by a new one with the same rights')
    .option('--grace <seconds>', 'how long the old one works')
    .action((id, options) => perform(context => rotateKey(context, id, options)))
}

function runnable(command: Command, perform: (act: Act) => Promise<void>): void {
  const collect = (pair: string, pairs: readonly string[]) => [...pairs, pair]
  command
    .option('--input <name=value>', 'an input; again for each', collect, [])
    .option('--inputs <file>', 'a JSON file with all inputs; - is standard input')
    .option('--detach', 'start it and print its id')
    .option('--idempotency-key <key>', 'the same key and inputs start it once')
    .action((said, options) => perform(context => run(context, said, options)))
}
