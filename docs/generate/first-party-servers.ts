// docs/reference/first-party-servers.md: the tool servers of the marketplace that come with the service.
import { firstPartyServers } from '../../rpc/first-party/first-party.ts'
import type { FirstPartyServer } from '../../rpc/first-party/first-party-server.ts'
import { code, fieldsTable, page, plain, table } from './markdown.ts'
import { calls } from './tool-calls.ts'

export function firstPartyServersPage(): string {
  const rows = firstPartyServers.map(server => [
    `[${code(server.slug)}](#${server.slug})`,
    server.description,
    kindsOf(server),
    String(server.tools.length),
  ])
  return page(
    'First-party tool servers',
    'rpc/first-party/first-party.ts',
    `These come with the service and run in it. An admin installs one from the marketplace; its tools are then \`<slug>__<tool>\`, like those of every
other tool server. What a server is told at its installation are its settings.`,
    table(['slug', 'what its tools do', 'credential', 'tools'], rows),
    ...firstPartyServers.map(section),
  )
}

function section(server: FirstPartyServer): string {
  const { slug, name, description, version, credential, settings, tools } = server
  const rows = tools.map(tool => [code(`${slug}__${tool.name}`), plain(tool.description), tool.effect])
  const hint = credential === null ? '' : ` ${plain(credential.hint)}`
  return [
    `## ${slug}`,
    `**${name}**, version ${version}. ${description}`,
    `Credential: ${kindsOf(server)}.${hint}`,
    table(['tool', 'what', 'effect'], rows),
    'For example, in [the notation](../guides/notation.md):',
    calls(tools.map(tool => ({ ...tool, server: slug }))),
    settings === null ? 'No settings.' : fieldsTable(settings).replace('| argument |', '| setting |'),
  ].join('\n\n')
}

function kindsOf({ credential }: FirstPartyServer): string {
  if (credential === null) return 'none'
  const kinds = credential.kinds.map(code).join(' or ')
  return credential.isRequired ? kinds : `${kinds}, or none`
}
