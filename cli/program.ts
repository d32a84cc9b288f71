// Everything that can be typed. Each command says what it takes and whom it is performed by; commander does the rest.
import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { decide } from './commands/approvals.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './commands/keys.ts'
import { openPage, showConfiguration } from './commands/open.ts'
import { cancel, executions, logs, run } from './commands/run.ts'
import { login, logout } from './commands/session.ts'
import { createWorkflow, listWorkflows, showWorkflow } from './commands/workflows.ts'
import type { Context } from './context.ts'
import type { Streams } from './output.ts'

/** @returns the exit code */
export type Act = (context: Context) => Promise<number>
export type Perform = (act: Act) => Promise<void>

/** @throws {CommanderError} by its parsing, in place of ending the process */
export function createProgram({ stdout, stderr }: Streams, perform: Perform): Command {
  const program = new Command('troupe')
    .description(manifest.description)
    .version(manifest.version)
    .option('--json', 'JSON on standard output, everything else on standard error')
    .exitOverride()
    .configureOutput({ writeOut: text => stdout.write(text), writeErr: text => stderr.write(text) })
    .showHelpAfterError('(troupe --help shows what there is)')
  addSession(program, perform)
  addWorkflows(describe(program, 'workflows', 'what can be run'), perform)
  addExecutions(program, perform)
  addApprovals(program, perform)
  addKeys(describe(program, 'keys', 'API keys of the organization'), perform)
  addRest(program, perform)
  return program
}

function describe(parent: Command, usage: string, description: string): Command {
  return parent.command(usage).description(description)
}

function addSession(program: Command, perform: Perform): void {
  describe(program, 'login', 'log in at a service; what proves it is kept for this user only')
    .option('--url <url>', 'address of the service')
    .option('--email <email>', 'log in with a password (by standard input, or asked for)')
    .option('--with-key', 'log in with an API key that comes by standard input')
    .action(options => perform(context => login(context, options)))
  describe(program, 'logout', 'end the session and forget it').action(() => perform(logout))
}

function addWorkflows(workflows: Command, perform: Perform): void {
  describe(workflows, 'list', 'all workflows').action(() => perform(listWorkflows))
  describe(workflows, 'show <workflow>', 'prompt, plan and inputs of one').action(said =>
    perform(context => showWorkflow(context, said)),
  )
  describe(workflows, 'create', 'make one from a prompt')
    .requiredOption('--name <name>', 'its name')
    .option('--prompt <text>', 'the prompt itself')
    .option('--file <file>', 'a file with the prompt; - is standard input')
    .option('--description <text>')
    .action(options => perform(context => createWorkflow(context, options)))
  addRun(workflows, perform)
}

function addRun(parent: Command, perform: Perform): void {
  const collect = (pair: string, pairs: readonly string[]) => [...pairs, pair]
  describe(parent, 'run <workflow>', 'run a workflow (id, slug or name) and follow it')
    .option('--input <name=value>', 'an input; again for each', collect, [])
    .option('--inputs <file>', 'a JSON file with all inputs; - is standard input')
    .option('--detach', 'start it and print its id')
    .option('--idempotency-key <key>', 'the same key and inputs start it once')
    .action((said, options) => perform(context => run(context, said, options)))
}

function addExecutions(program: Command, perform: Perform): void {
  addRun(program, perform)
  describe(program, 'logs <execution>', 'the log of an execution')
    .option('-f, --follow', 'go on until it has ended')
    .action((id, options) => perform(context => logs(context, id, options)))
  describe(program, 'executions', 'the newest executions')
    .option('--status <statuses>', 'only those, separated by commas')
    .option('--workflow <workflow>', 'only those of a workflow')
    .option('--limit <count>', 'how many, 1 to 100', '20')
    .action(options => perform(context => executions(context, options)))
  describe(program, 'cancel <execution>', 'end an execution').action(id =>
    perform(context => cancel(context, id)),
  )
}

function addApprovals(program: Command, perform: Perform): void {
  for (const decision of ['approve', 'deny'] as const) {
    describe(program, `${decision} [approval]`, `${decision} what waits; without an id, list it`)
      .option('--note <text>', 'why')
      .action((id, options) => perform(context => decide(context, decision, id, options)))
  }
}

function addKeys(keys: Command, perform: Perform): void {
  describe(keys, 'list', 'all keys').action(() => perform(listKeys))
  describe(keys, 'create <name>', 'make one, which is shown once')
    .option('--scopes <scopes>', 'read, write, execute, admin, chat; separated by commas')
    .option('--expires-days <days>', 'how long it works')
    .action((name, options) => perform(context => createKey(context, name, options)))
  describe(keys, 'revoke <key>', 'end one at once').action(id => perform(context => revokeKey(context, id)))
  describe(keys, 'rotate <key>', 'replace one by a new one with the same rights')
    .option('--grace <seconds>', 'how long the old one works')
    .action((id, options) => perform(context => rotateKey(context, id, options)))
}

function addRest(program: Command, perform: Perform): void {
  describe(program, 'config', 'the settings that the service reads here, secrets left out').action(() =>
    perform(showConfiguration),
  )
  describe(program, 'open [page]', 'the application, a workflow, an execution or the docs in the browser')
    .option('--print', 'only print the address')
    .action((what, options) => perform(context => openPage(context, what, options)))
}
