// Every command of the command line, with its arguments and the function that performs it; commander does the
// rest.
import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { decide } from './commands/approvals.ts'
import { openCheckout, openPortal, showBilling, showUsage } from './commands/billing.ts'
import { confirm } from './commands/confirm.ts'
import { diff } from './commands/diff.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './commands/keys.ts'
import {
  clearMemory,
  createShared,
  deleteShared,
  forgetKey,
  listMemory,
  listShared,
} from './commands/memory.ts'
import { showNodes } from './commands/nodes.ts'
import { openPage, showConfiguration } from './commands/open.ts'
import { plan } from './commands/plan.ts'
import { backtest, dryRun } from './commands/rehearse.ts'
import { cancel, executions, logs, run } from './commands/run.ts'
import { login, logout } from './commands/session.ts'
import { createWorkflow, listWorkflows, showWorkflow } from './commands/workflows.ts'
import type { Context } from './context.ts'
import type { Streams } from './output.ts'

/** @returns the exit code */
export type Act = (context: Context) => Promise<number>
export type Perform = (act: Act) => Promise<void>

/** @throws {CommanderError} from its parsing, instead of ending the process */
export function createProgram({ stdout, stderr }: Streams, perform: Perform): Command {
  const program = new Command('troupe')
    .description(manifest.description)
    .version(manifest.version)
    .option('--json', 'JSON on standard output, everything else on standard error')
    .exitOverride()
    .configureOutput({ writeOut: text => stdout.write(text), writeErr: text => stderr.write(text) })
    .showHelpAfterError('(run troupe --help for the list of commands)')
  addSession(program, perform)
  addShow(program, perform)
  addWorkflows(describe(program, 'workflows', 'list, show, create and run workflows'), perform)
  addPlan(program, perform)
  addDiff(program, perform)
  addRehearsals(program, perform)
  addExecutions(program, perform)
  addApprovals(program, perform)
  addConfirmation(program, perform)
  addBilling(program, perform)
  addMemory(describe(program, 'memory', 'show and remove what workflows keep between runs'), perform)
  addKeys(describe(program, 'keys', 'list, create, revoke and replace API keys'), perform)
  addRest(program, perform)
  return program
}

function describe(parent: Command, usage: string, description: string): Command {
  return parent.command(usage).description(description)
}

function addSession(program: Command, perform: Perform): void {
  describe(program, 'login', 'log in to a service; only your user can read what is stored')
    .option('--url <url>', 'address of the service')
    .option('--email <email>', 'log in with a password, from standard input or asked for')
    .option('--with-key', 'log in with an API key from standard input')
    .action(options => perform(context => login(context, options)))
  describe(program, 'logout', 'end the session and delete what is stored').action(() => perform(logout))
}

function addWorkflows(workflows: Command, perform: Perform): void {
  describe(workflows, 'list', 'list all workflows').action(() => perform(listWorkflows))
  addShow(workflows, perform)
  describe(workflows, 'create', 'create a workflow from a prompt')
    .requiredOption('--name <name>', 'name of the workflow')
    .option('--prompt <text>', 'the prompt')
    .option('--file <file>', 'a file with the prompt; - for standard input')
    .option('--description <text>')
    .action(options => perform(context => createWorkflow(context, options)))
  addRun(workflows, perform)
}

function addShow(parent: Command, perform: Perform): void {
  describe(parent, 'show <workflow>', 'show the prompt, plan and inputs of a workflow')
    .option('--notation', 'only the plan, in notation, as it can be written into a prompt')
    .action((reference, options) => perform(context => showWorkflow(context, reference, options)))
}

function addPlan(program: Command, perform: Perform): void {
  const what = 'show the plan that a prompt or a file would become, in notation, and keep nothing'
  describe(program, 'plan [prompt]', `${what}; - is standard input`)
    .option('-f, --file <file>', 'a file with the prompt; - for standard input')
    .action((prompt, { file }) => perform(context => plan(context, { prompt, file })))
}

function addDiff(program: Command, perform: Perform): void {
  describe(
    program,
    'diff <workflow> [from] [to]',
    'show what changed between two versions, in notation; by default to the active one, from the one before',
  ).action((reference, from, to) => perform(context => diff(context, reference, { from, to })))
}

function addRehearsals(program: Command, perform: Perform): void {
  describe(program, 'dry-run <workflow>', 'show what a workflow would do; only tools that read are called')
    .option('--input <name=value>', 'an input; repeat it for each', collect, [])
    .option('--inputs <file>', 'a JSON file with all inputs; - for standard input')
    .action((reference, options) => perform(context => dryRun(context, reference, options)))
  describe(program, 'backtest <workflow> <version>', 'replay recorded executions against a version')
    .option('--last <count>', 'how many executions, the latest first', '10')
    .action((reference, version, { last }) =>
      perform(context => backtest(context, reference, { version, last })),
    )
}

const collect = (pair: string, pairs: readonly string[]) => [...pairs, pair]

function addRun(parent: Command, perform: Perform): void {
  describe(parent, 'run <workflow>', 'run a workflow (id, slug or name) and follow it')
    .option('--input <name=value>', 'an input; repeat it for each', collect, [])
    .option('--inputs <file>', 'a JSON file with all inputs; - for standard input')
    .option('--detach', 'print the id of the execution and do not follow it')
    .option('--idempotency-key <key>', 'runs with the same key and inputs start once')
    .action((reference, options) => perform(context => run(context, reference, options)))
}

function addExecutions(program: Command, perform: Perform): void {
  addRun(program, perform)
  describe(program, 'logs <execution>', 'show the log of an execution')
    .option('-f, --follow', 'follow it until it has ended')
    .action((id, options) => perform(context => logs(context, id, options)))
  describe(program, 'executions', 'list the newest executions')
    .option('--status <statuses>', 'only with these statuses, separated by commas')
    .option('--workflow <workflow>', 'only of this workflow')
    .option('--limit <count>', 'how many to list', '20')
    .action(options => perform(context => executions(context, options)))
  describe(program, 'cancel <execution>', 'cancel an execution').action(id =>
    perform(context => cancel(context, id)),
  )
}

function addApprovals(program: Command, perform: Perform): void {
  for (const decision of ['approve', 'deny'] as const) {
    const command = describe(
      program,
      `${decision} [approval]`,
      `${decision} an approval; without an id, list those that wait`,
    )
    if (decision === 'approve')
      command.option('--args <json>', 'arguments to call the tool with, instead of the proposed ones')
    command
      .option('--note <text>', 'why')
      .action((id, options) => perform(context => decide(context, decision, id, options)))
  }
}

function addConfirmation(program: Command, perform: Perform): void {
  describe(
    program,
    'confirm <workflow>',
    'confirm what a model or an agent planned, so that it may start by itself',
  )
    .option('--yes', 'without a question, where nothing has to be ticked')
    .action((workflow, options) => perform(context => confirm(context, workflow, options)))
}

function addBilling(program: Command, perform: Perform): void {
  describe(program, 'usage', 'show what was used in this month')
    .option('--by <what>', 'day, workflow, tool or key', 'day')
    .action(options => perform(context => showUsage(context, options)))
  const billing = describe(program, 'billing', 'show the plan, buy another one, manage it')
  describe(billing, 'show', 'show the plan and the current period').action(() => perform(showBilling))
  describe(billing, 'checkout [plan]', 'print the address at which a plan is bought; default pro').action(
    plan => perform(context => openCheckout(context, plan ?? 'pro')),
  )
  describe(billing, 'portal', 'print the address at which the subscription is managed').action(() =>
    perform(openPortal),
  )
}

function addKeys(keys: Command, perform: Perform): void {
  describe(keys, 'list', 'list all keys').action(() => perform(listKeys))
  describe(keys, 'create <name>', 'create a key, which is shown once')
    .option('--scopes <scopes>', 'read, write, execute, admin, chat, separated by commas')
    .option('--expires-days <days>', 'days until it expires')
    .action((name, options) => perform(context => createKey(context, name, options)))
  describe(keys, 'revoke <key>', 'revoke a key at once').action(id =>
    perform(context => revokeKey(context, id)),
  )
  describe(keys, 'rotate <key>', 'replace a key with a new one of the same rights')
    .option('--grace <seconds>', 'seconds for which the old key still works')
    .action((id, options) => perform(context => rotateKey(context, id, options)))
}

function addMemory(memory: Command, perform: Perform): void {
  describe(memory, 'list <workflow>', 'list what a workflow keeps')
    .option('--find <text>', 'only keys with this text')
    .action((reference, options) => perform(context => listMemory(context, reference, options)))
  describe(memory, 'forget <workflow> <key>', 'remove one key').action((reference, key) =>
    perform(context => forgetKey(context, reference, key)),
  )
  describe(memory, 'clear <workflow>', 'remove all that a workflow keeps').action(reference =>
    perform(context => clearMemory(context, reference)),
  )
  describe(memory, 'shared', 'list the memories that workflows share').action(() => perform(listShared))
  const lists = 'ids of workflows, separated by commas; default all'
  describe(memory, 'create <name>', 'create a memory that workflows share')
    .option('--readers <workflows>', lists)
    .option('--writers <workflows>', lists)
    .action((name, options) => perform(context => createShared(context, name, options)))
  describe(memory, 'delete <name>', 'delete a shared memory, with all that it holds').action(name =>
    perform(context => deleteShared(context, name)),
  )
}

function addRest(program: Command, perform: Perform): void {
  describe(
    program,
    'config',
    'show the settings that a service started here would use, without secrets',
  ).action(() => perform(showConfiguration))
  describe(
    program,
    'nodes',
    'list the nodes of the cluster; from another machine with METRICS_TOKEN in the environment',
  ).action(() => perform(showNodes))
  describe(
    program,
    'open [page]',
    'open the application, a workflow, an execution or the docs in the browser',
  )
    .option('--print', 'only print the address')
    .action((what, options) => perform(context => openPage(context, what, options)))
}
