// The documentation as one site with a search of its own: npm run docs serves it, npm run docs:build makes
// the files. It asks no other origin: fonts are those of the machine, the search index is part of the site.
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { navigation, sidebar } from './sidebar.ts'

const docs = join(import.meta.dirname, '..')

/** Blocks of controlled English: inputs, quoted texts and names of tools stand out. */
const prompts = {
  name: 'prompt',
  scopeName: 'text.prompt',
  repository: {},
  patterns: [
    { match: String.raw`\{\{.*?\}\}`, name: 'variable' },
    { match: '"[^"]*"', name: 'string' },
    { match: '`[^`]*`', name: 'entity.name.function' },
  ],
}

/** The same without names in backticks: a backtick begins a block. */
const notation = {
  name: 'notation',
  scopeName: 'text.notation',
  repository: {},
  patterns: [
    { match: String.raw`\{\{.*?\}\}`, name: 'variable' },
    { match: String.raw`"(?:[^"\\]|\\.)*"`, name: 'string' },
    { match: String.raw`^ *\d+\. `, name: 'constant.numeric' },
  ],
}

export default defineConfig({
  title: 'Troupe',
  description: 'Self-hosted workflow automation: a prompt becomes a plan, the plan runs durably',
  cleanUrls: true,
  rewrites: {
    'README.md': 'index.md',
    ':folder/README.md': ':folder/index.md',
    ':folder/:inner/README.md': ':folder/:inner/index.md',
  },
  // Pages also name files of the repository, which the site does not have; test/house.test.ts checks those.
  ignoreDeadLinks: [
    /^(\.\.\/)+(?!docs\/)/,
    /^(\.\/)?(\.\.\/)*(README|LICENSE|CONTRIBUTING|CHANGELOG)/,
    /^http:\/\/localhost/,
  ],
  markdown: {
    languages: [prompts, notation],
    config(md) {
      // Prompts have braces of their own; nothing in a page is a template.
      const escaped = (text: string) => md.utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;')
      md.renderer.rules['text'] = (tokens, index) => escaped(tokens[index]!.content)
      md.renderer.rules['code_inline'] = (tokens, index) => `<code>${escaped(tokens[index]!.content)}</code>`
    },
  },
  // The compiler of the site is older than the target of tsconfig.json.
  vite: { esbuild: { tsconfigRaw: '{}' } },
  themeConfig: {
    search: { provider: 'local' },
    nav: navigation(docs),
    sidebar: sidebar(docs),
    outline: [2, 3],
    docFooter: { prev: 'Before', next: 'Next' },
  },
})
