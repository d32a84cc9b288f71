// The pages of docs/ in memory, by their paths. Read once, at the first use of /docs.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Section, sections } from './menu.ts'
import { type RenderedPage, renderPage } from './rendered.ts'

export interface GuidePage extends RenderedPage {
  /** `guides/schedules`. */
  readonly path: string
  readonly section: string
}

export interface Library {
  readonly sections: readonly { readonly title: string; readonly pages: readonly GuidePage[] }[]
  readonly pages: readonly GuidePage[]
}

const docs = fileURLToPath(new URL('../../docs', import.meta.url))

/** @throws {Error} this installation has no docs/ */
export async function readLibrary(folder = docs): Promise<Library> {
  const read = await Promise.all(sections.map(section => readSection(folder, section)))
  return { sections: read, pages: read.flatMap(({ pages }) => pages) }
}

async function readSection(docsFolder: string, { folder, title, first }: Section) {
  const names = (await readdir(join(docsFolder, folder))).filter(name => name.endsWith('.md'))
  const pages = await Promise.all(
    names.map(async (name): Promise<GuidePage> => {
      const markdown = await readFile(join(docsFolder, folder, name), 'utf8')
      const path = `${folder}/${name.slice(0, -'.md'.length)}`
      return { ...renderPage(markdown, folder), path, section: title }
    }),
  )
  const rank = ({ path }: GuidePage) => {
    const place = first.indexOf(path.slice(folder.length + 1))
    return place === -1 ? first.length : place
  }
  return { title, pages: pages.toSorted((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title)) }
}
