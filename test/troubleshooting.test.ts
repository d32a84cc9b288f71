// Keeps docs/operate/troubleshooting.md true in both directions: a message that it explains is one of the
// code, and a message with which a start fails is explained.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'tap'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/operate/troubleshooting.md'), 'utf8')

/** Where what a start needs is opened: each of their errors ends it. */
const opening = [
  ...['embedded', 'postgres-home', 'data-directory-claim', 'postmaster', 'connection-config', 'ownership'],
  ...['admission', 'migrate', 'master-key', 'open-vault', 'supervisor', 'uws', 'node', 'settings'],
]
const folders = '{main,http,actors,rpc,storage,runtime,domain}'
const sources = ['start.js', ...globSync(`{main.ts,${folders}/**/*.ts}`, { cwd: root })].map(name => ({
  name: basename(name, '.ts'),
  text: readFileSync(join(root, name), 'utf8'),
}))

test('a message that the page explains is one of the code', async t => {
  const all = sources.map(({ text }) => text.replace(/['`] \+\s*['`]/g, '')).join('\n')
  const messages = firstCells(page).filter(message => !/^[A-Z]+: /.test(message))
  t.ok(messages.length > 20, 'the messages are found')
  const unknown = messages.flatMap(message => fragments(message).filter(part => !all.includes(part)))
  t.strictSame(unknown, [])
})

test('a message with which a start fails is on the page', async t => {
  const thrown = sources.filter(({ name }) => opening.includes(name)).flatMap(({ text }) => thrownBy(text))
  t.ok(thrown.length > 12, 'the messages are found')
  const unexplained = thrown.filter(message => !isWithin(message) && !isPart(message))
  t.strictSame(unexplained, [])
})

/** Said inside of another message. */
function isPart(message: string): boolean {
  return message.startsWith('ended with ') || message === 'it says something else'
}

/** Messages of errors, with `...` for what is computed. */
function thrownBy(text: string): string[] {
  const pieces = /\b(?:Error|NodeRefused|Occupied)\(\s*((?:(?:'[^'\n]*'|`[^`]*`)(?:\s*\+\s*)?)+)/g
  return [...text.matchAll(pieces)].map(([, message]) =>
    message!
      .replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '...')
      .replace(/['`]\s*\+\s*['`]/g, '')
      .replace(/^['`]|['`]\s*$/g, '')
      .replaceAll('\\n', ' '),
  )
}

/** The page may leave the end of a message out. */
function isWithin(message: string): boolean {
  const [first = ''] = fragments(message)
  return page.includes(
    first
      .split(' ')
      .slice(0, 5)
      .join(' ')
      .replace(/[:;,]$/, ''),
  )
}

/** Messages in backticks that begin a row of a table. */
function firstCells(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)`[^|]*\|/gm)].map(match => match[1]!)
}

/** What is the same whatever names and numbers a message has. */
function fragments(message: string): string[] {
  return message
    .split('...')
    .map(part => part.trim())
    .filter(part => part.length > 5)
}
