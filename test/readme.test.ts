// Keeps the README true: what it lists is compared with the code that it speaks of.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { Environment } from '../domain/settings.ts'
import { apiRoutes } from '../http/api.ts'
import { builtinTools } from '../rpc/tools/catalog.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('the README lists every variable of the configuration, and no other', async t => {
  const declared = Object.keys(Environment.shape)
  t.ok(declared.length > 10, 'the variables are found')
  t.same(firstCells('Configuration').sort(), declared.sort())
})

test('the README lists every built-in tool with its effect, and no other', async t => {
  const listed = rows('Built-in tools').map(([name, , effect]) => `${unquoted(name)} ${effect}`)
  t.same(listed.sort(), builtinTools.map(({ name, effect }) => `${name} ${effect}`).sort())
})

test('the README lists every endpoint with its permission, and no other', async t => {
  const routes = apiRoutes({ url: 'http://localhost', version: '0' })
  const declared = routes.map(({ method, path, options }) => {
    const permission = options.permission ?? (options.public ? 'public' : '')
    return `${method} ${path} ${permission}`
  })
  const listed = rows('Endpoints').map(
    ([method, path, , permission]) => `${method} ${unquoted(path)} ${permission}`,
  )
  t.same(listed.sort(), declared.sort())
})

test('the README speaks of files and folders that exist', async t => {
  const folders = firstCells('Folders')
  t.ok(folders.includes('domain/'), 'the folders are found')
  const named = [...readme.matchAll(/`((?:[a-z][a-z-]*\/)+[a-z-]+\.ts)`/g)].map(match => match[1]!)
  const missing = [...folders, ...named.filter(file => !file.includes('/x.ts'))].filter(
    path => !existsSync(join(root, path)),
  )
  t.same(missing, [])
})

/** Cells of the table rows of a section, its heading row and rule left out. */
function rows(heading: string): string[][] {
  const start = readme.indexOf(`\n## ${heading}\n`)
  if (start < 0) throw new Error(`the README has no section ${heading}`)
  const end = readme.indexOf('\n## ', start + 1)
  const lines = readme
    .slice(start, end)
    .split('\n')
    .filter(line => line.startsWith('| '))
  return lines.slice(1).map(line =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map(cell => cell.trim()),
  )
}

function firstCells(heading: string): string[] {
  return rows(heading).map(([first]) => unquoted(first))
}

function unquoted(cell = ''): string {
  return cell.replaceAll('`', '')
}
