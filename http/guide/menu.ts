// Which pages of docs/ the service shows at /docs, and in which order: those for people who use it or run it.
// How it is built stays in the repository.

export interface Section {
  /** Folder of docs/, and the beginning of the path. */
  readonly folder: string
  readonly title: string
  /** Pages that are read first; the others follow by their titles. */
  readonly first: readonly string[]
}

export const sections: readonly Section[] = [
  { folder: 'start', title: 'Start', first: ['first-workflow', 'concepts'] },
  {
    folder: 'guides',
    title: 'Guides',
    first: ['dashboard', 'prompts', 'chat', 'schedules', 'hooks', 'plans'],
  },
  { folder: 'operate', title: 'Operate', first: ['production', 'containers'] },
  { folder: 'reference', title: 'Reference', first: ['endpoints', 'configuration', 'errors'] },
]

/** Where a link between the files of docs/ leads on the site; null: that page is not shown. */
export function addressOf(link: string, folder: string): string | null {
  const [file = '', anchor] = link.split('#')
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (file === '') return hash
  const path = new URL(file, `docs:/docs/${folder}/`).pathname
  if (path === '/docs/README.md' || path === '/docs/') return `/docs${hash}`
  const found = /^\/docs\/([\w-]+)\/([\w-]+)\.md$/.exec(path)
  const isShown = found !== null && sections.some(each => each.folder === found[1])
  return isShown ? `/docs/${found[1]}/${found[2]}${hash}` : null
}
