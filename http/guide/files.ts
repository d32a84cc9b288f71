// The site at /docs in memory: its pages, its look, and its search. http/routes/system/guide.ts serves it.
import { readFile } from 'node:fs/promises'
import { Failure } from '../../domain/failure.ts'
import { createFileSet, type FileSet } from '../static/file-set.ts'
import { type Library, readLibrary } from './library.ts'
import { frontPage, guidePage, guidePolicy, searchPage } from './page.ts'
import { createSearch } from './search.ts'

export interface Guide {
  /** `guides/schedules.html`, `index.html`, `look.css`. */
  readonly files: FileSet
  /** The page of what was found. */
  search(query: string): string
}

/** @throws {Failure} not-found: this installation has no pages */
export async function readGuide(): Promise<Guide> {
  const library = await readLibrary().catch(() => {
    throw new Failure('not-found', 'the pages of the documentation are not here: docs/ is missing')
  })
  const ours = (name: string) => readFile(new URL(name, import.meta.url))
  const page = (name: string, text: string) => ({ name, bytes: Buffer.from(text), policy: guidePolicy })
  let find: ReturnType<typeof createSearch> | null = null
  return {
    files: createFileSet([
      page('index.html', frontPage(library)),
      ...pagesOf(library).map(([name, text]) => page(name, text)),
      { name: 'look.css', bytes: await ours('look.css') },
      { name: 'theme.js', bytes: await ours('theme.js') },
    ]),
    search(query) {
      find ??= createSearch(library)
      return searchPage(library, query, find(query))
    },
  }
}

function pagesOf(library: Library): readonly (readonly [string, string])[] {
  return library.pages.map(each => [`${each.path}.html`, guidePage(library, each)])
}
