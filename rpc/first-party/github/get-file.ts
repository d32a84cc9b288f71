// github__get_file
import { object, text } from '../../builtin/schema.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { textIn } from '../foreign.ts'
import { repositoryFile, repositoryFileOf } from '../repository-file.ts'
import { callRest } from '../rest-api.ts'
import { restPathOf } from '../rest-path.ts'
import { github, repository, repositoryPath } from './api.ts'

export const getFile = firstPartyTool<{ repository?: string; path: string; ref?: string }>({
  name: 'get_file',
  title: 'Get a file from GitHub',
  description:
    'Gives a file of a GitHub repository: as text when it is text in UTF-8, and as a file to pass on.',
  effect: 'read',
  keywords: ['get', 'read', 'download', 'fetch', 'file', 'contents', 'source', 'github', 'repository'],
  inputSchema: object(
    {
      repository,
      path: text('Path', 'Path in the repository', {
        minLength: 1,
        maxLength: 1_000,
        'x-words': ['file', 'path'],
      }),
      ref: text('Ref', 'Branch, tag or commit; the default branch when absent', {
        maxLength: 255,
        'x-words': ['at branch', 'on branch', 'of branch', 'branch', 'at', 'ref'],
      }),
    },
    ['path'],
  ),
  outputSchema: repositoryFile,
  examples: [
    { prompt: 'Get the file "README.md" from GitHub', args: { path: 'README.md' } },
    {
      prompt: 'Download the GitHub file "docs/plan.md" of "acme/shop" at branch "main"',
      args: { repository: 'acme/shop', path: 'docs/plan.md', ref: 'main' },
    },
  ],
  async run({ repository: named, path: filePath, ref = null }, context) {
    const path = `${repositoryPath(named, context)}/contents/${restPathOf(filePath)}`
    const { body } = await callRest(github, { method: 'GET', path, query: { ref } }, context)
    const content = textIn(body, 'content')
    if (textIn(body, 'type') !== 'file' || content === null) {
      throw new ToolFailure('not-a-file', `${filePath.slice(0, 200)} is no file in this repository`)
    }
    // GitHub returns no content here for files above 1 MB.
    if (textIn(body, 'encoding') !== 'base64') {
      throw new ToolFailure('too-large', `${filePath.slice(0, 200)} is larger than GitHub gives as JSON`)
    }
    const name = textIn(body, 'name') ?? filePath.split('/').at(-1)!
    return repositoryFileOf(Buffer.from(content, 'base64'), name, textIn(body, 'sha'))
  },
})
