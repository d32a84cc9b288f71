// gitlab__get_file
import { object, text } from '../../builtin/schema.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { textIn } from '../foreign.ts'
import { repositoryFile, repositoryFileOf } from '../repository-file.ts'
import { callRest } from '../rest-api.ts'
import { restPath } from '../rest-path.ts'
import { gitlab, project, projectPath } from './api.ts'

export const getFile = firstPartyTool<{ project?: string; path: string; ref?: string }>({
  name: 'get_file',
  title: 'Get a file from GitLab',
  description:
    'Gives a file of a GitLab project: as text when it is text in UTF-8, and as a file to pass on.',
  effect: 'read',
  keywords: ['get', 'read', 'download', 'fetch', 'file', 'contents', 'source', 'gitlab', 'project'],
  inputSchema: object(
    {
      project,
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
    {
      prompt: 'Download the GitLab file "docs/plan.md" of "acme/shop" at branch "main"',
      args: { project: 'acme/shop', path: 'docs/plan.md', ref: 'main' },
    },
  ],
  async run({ project: named, path: filePath, ref = 'HEAD' }, context) {
    // Here the whole path is one segment.
    const file = restPath`/repository/files/${filePath.replace(/^\/+/, '')}`
    const call = { method: 'GET', path: projectPath(named, context) + file, query: { ref } } as const
    const { body } = await callRest(gitlab, call, context)
    const content = textIn(body, 'content')
    if (content === null) throw new ToolFailure('bad-answer', 'GitLab gave no contents of the file')
    const name = textIn(body, 'file_name') ?? filePath.split('/').at(-1)!
    return repositoryFileOf(Buffer.from(content, 'base64'), name, textIn(body, 'blob_id'))
  },
})
