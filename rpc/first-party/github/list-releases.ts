// github__list_releases
import type { Json } from '../../../domain/json.ts'
import { flag, list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { beginning, flagIn, listIn, nullableText, textIn } from '../foreign.ts'
import { listPages } from '../rest-pages.ts'
import { github, limit, repository, repositoryPath } from './api.ts'

const asset = object(
  { name: nullableText('Name', 'File name'), url: nullableText('Address', 'Where it is downloaded') },
  ['name', 'url'],
)
const release = object(
  {
    tag: text('Tag', 'Tag of the release'),
    name: nullableText('Name', 'Its name'),
    url: text('Address', 'Address of its page'),
    isDraft: flag('Draft', 'Not published'),
    isPrerelease: flag('Prerelease', 'Not for everybody'),
    body: nullableText('Body', 'Beginning of its notes in Markdown'),
    publishedAt: nullableText('Published', 'ISO 8601'),
    assets: list('Assets', 'Its files', { items: asset }),
  },
  ['tag', 'name', 'url', 'isDraft', 'isPrerelease', 'body', 'publishedAt', 'assets'],
)

export const listReleases = firstPartyTool<{ repository?: string; limit?: number }>({
  name: 'list_releases',
  title: 'List GitHub releases',
  description: 'Lists the releases of a GitHub repository with their notes and files, newest first.',
  effect: 'read',
  keywords: ['list', 'get', 'watch', 'releases', 'versions', 'changelog', 'tags', 'github'],
  inputSchema: object({ repository, limit: limit() }),
  outputSchema: list('Releases', 'Newest first', { items: release }),
  examples: [{ prompt: 'List the GitHub releases of "acme/shop"', args: { repository: 'acme/shop' } }],
  async run({ repository: named, limit = 50 }, context) {
    const path = `${repositoryPath(named, context)}/releases`
    return (await listPages(github, { method: 'GET', path }, { limit }, context)).map(releaseOf)
  },
})

function releaseOf(item: Json): Json {
  return {
    tag: textIn(item, 'tag_name') ?? '',
    name: textIn(item, 'name'),
    url: textIn(item, 'html_url') ?? '',
    isDraft: flagIn(item, 'draft'),
    isPrerelease: flagIn(item, 'prerelease'),
    body: beginning(textIn(item, 'body')),
    publishedAt: textIn(item, 'published_at'),
    assets: listIn(item, 'assets').map(file => ({
      name: textIn(file, 'name'),
      url: textIn(file, 'browser_download_url'),
    })),
  }
}
