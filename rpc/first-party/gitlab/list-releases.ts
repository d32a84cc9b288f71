// gitlab__list_releases
import type { Json } from '../../../domain/json.ts'
import { list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { beginning, listIn, nullableText, textIn } from '../foreign.ts'
import { listPages } from '../rest-pages.ts'
import { gitlab, limit, project, projectPath } from './api.ts'

const asset = object(
  { name: nullableText('Name', 'Name of the file'), url: nullableText('Address', 'Where it is downloaded') },
  ['name', 'url'],
)
const release = object(
  {
    tag: text('Tag', 'Tag of the release'),
    name: nullableText('Name', 'Its name'),
    url: nullableText('Address', 'Address of its page'),
    description: nullableText('Description', 'Beginning of its notes in Markdown'),
    releasedAt: nullableText('Released', 'ISO 8601'),
    assets: list('Assets', 'Its files', { items: asset }),
  },
  ['tag', 'name', 'url', 'description', 'releasedAt', 'assets'],
)

export const listReleases = firstPartyTool<{ project?: string; limit?: number }>({
  name: 'list_releases',
  title: 'List GitLab releases',
  description: 'Lists the releases of a GitLab project with their notes and files, newest first.',
  effect: 'read',
  keywords: ['list', 'get', 'watch', 'releases', 'versions', 'changelog', 'tags', 'gitlab'],
  inputSchema: object({ project, limit }),
  outputSchema: list('Releases', 'Newest first', { items: release }),
  examples: [{ prompt: 'List the GitLab releases of "acme/shop"', args: { project: 'acme/shop' } }],
  async run({ project: named, limit: most = 50 }, context) {
    const path = `${projectPath(named, context)}/releases`
    return (await listPages(gitlab, { method: 'GET', path }, { limit: most }, context)).map(releaseOf)
  },
})

function releaseOf(item: Json): Json {
  return {
    tag: textIn(item, 'tag_name') ?? '',
    name: textIn(item, 'name'),
    url: textIn(item, '_links.self'),
    description: beginning(textIn(item, 'description')),
    releasedAt: textIn(item, 'released_at'),
    assets: listIn(item, 'assets.links').map(file => ({
      name: textIn(file, 'name'),
      url: textIn(file, 'url'),
    })),
  }
}
