import { test } from 'tap'
import { toolSearch } from '../../../domain/tools/search/tool-search.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'

const tool = (name: string, description = ''): HubTool => ({
  ...{ server: 'crm', name, title: name.replaceAll('_', ' '), description },
  ...{ inputSchema: {}, outputSchema: null, effect: 'read', keywords: [], examples: [] },
})
const foundIn = (tools: readonly HubTool[], words: string) =>
  toolSearch(tools)
    .matching(words)
    .map(({ tool: { name } }) => name)

test('all words of a search count: a tool with both is before those with one, however short they are', async t => {
  const others = ['contact', 'deal', 'note', 'task', 'page', 'file', 'card', 'lead', 'user', 'tag', 'row']
  const tools = [
    ...others.map(name => tool(`delete_${name}`, `Delete a ${name}`)),
    tool('delete_invoice', 'Takes an invoice away for good. Its lines go too, and its payments are kept.'),
    tool('create_invoice', 'Makes an invoice'),
  ]
  t.strictSame(foundIn(tools, 'delete invoices').slice(0, 2), ['delete_invoice', 'create_invoice'])
  t.strictSame(foundIn(tools, 'removing of the invoice')[0], 'create_invoice', 'an unknown form of a word')
  t.strictSame(foundIn(tools, 'remove an invoice')[0], 'delete_invoice', 'another word for the deed')
})

test('what tools are about counts more than what they do to it, and stop words nothing', async t => {
  const customers = Array.from({ length: 20 }, (_, n) => tool(`tag_customers_${n}`, 'Of customers'))
  const finders = Array.from({ length: 20 }, (_, n) => tool(`find_a_${n}`, 'Find a thing that a person has'))
  const tools = [...finders, ...customers, tool('list_customers', 'All of them')]
  const found = foundIn(tools, 'find a customer')
  t.equal(found[0], 'list_customers')
  t.ok(found.every(name => name.includes('customers')))
})

test('singular and plural are one word', async t => {
  for (const [one, many] of [
    ...[['person', 'people'] as const, ['status', 'statuses'] as const, ['address', 'addresses'] as const],
    ...[['reply', 'replies'] as const, ['purchase', 'purchases'] as const, ['index', 'indices'] as const],
    ...[['bus', 'buses'] as const, ['box', 'boxes'] as const, ['house', 'houses'] as const],
  ]) {
    t.strictSame(foundIn([tool(`get_${one}`), tool('x')], many), [`get_${one}`])
    t.strictSame(foundIn([tool(`get_${many}`), tool('x')], one), [`get_${many}`])
  }
})

test('words of a name in camel case are words', async t => {
  t.strictSame(foundIn([tool('deleteInvoice'), tool('other')], 'invoice'), ['deleteInvoice'])
})

test('a search for nothing but stop words seeks these', async t => {
  t.strictSame(foundIn([tool('do_it'), tool('other')], 'do it'), ['do_it'])
  t.strictSame(foundIn([tool('other')], ' ,. '), [])
})
