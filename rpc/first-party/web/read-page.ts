// web__read_page: a page as a person reads it, with its own title, description and links.

import { flag, integer, list, object, text } from '../../builtin/schema.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import { readPage as readText } from '../../builtin/web/page-reader.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { addressSchema } from './address.ts'
import { fetchMarkup } from './markup.ts'
import { readFacts } from './page-facts.ts'

interface Arguments {
  readonly url: string
  readonly links?: boolean
  readonly maxLength?: number
}

const nullableText = (title: string, description: string) => ({
  ...text(title, description),
  type: ['string', 'null'],
})

export const readPage = firstPartyTool<Arguments>({
  name: 'read_page',
  title: 'Read a web page',
  description:
    'Fetches a web page and gives its title, description, language and the plain text that a reader sees; links too ' +
    'when asked for.',
  effect: 'read',
  keywords: [
    'read',
    'scrape',
    'crawl',
    'extract',
    'web page',
    'website',
    'article',
    'title',
    'links',
    'html',
  ],
  inputSchema: object(
    {
      url: addressSchema,
      links: flag('Links', 'Also list the links of the page', { 'x-words': ['links'] }),
      maxLength: integer('Longest text', 'Characters after which the text is cut off', {
        default: 100_000,
        minimum: 1,
        maximum: 500_000,
      }),
    },
    ['url'],
  ),
  outputSchema: object(
    {
      url: text('Address', 'Address of the page, after redirects'),
      title: nullableText('Title', 'Title of the page'),
      description: nullableText('Description', 'What the page says it is about'),
      language: nullableText('Language', 'Language tag, such as en'),
      text: text('Text', 'Paragraphs are separated by an empty line'),
      isCut: flag('Cut', 'The page has more text than was asked for'),
      links: list('Links', 'In the order of the page, each address once; at most 500', {
        items: object({ text: text('Text', 'Text of the link'), url: text('Address', 'Full address') }, [
          'text',
          'url',
        ]),
      }),
    },
    ['url', 'title', 'description', 'language', 'text', 'isCut'],
  ),
  examples: [
    { prompt: 'Read the web page https://example.com/news', args: { url: 'https://example.com/news' } },
    {
      prompt: 'Scrape the website {{inputs.url}} with links',
      args: { url: 'https://example.com/', links: true },
    },
  ],
  async run(args, context) {
    const page = await fetchMarkup(
      args.url,
      'text/html, application/xhtml+xml, text/plain;q=0.9, */*;q=0.1',
      context,
    )
    const limit = args.maxLength ?? 100_000
    if (page.mediaType.startsWith('text/') && page.mediaType !== 'text/html') {
      const facts = { title: null, description: null, language: null, links: [] }
      return output(page.url, facts, page.text, limit, args.links === true)
    }
    if (!/html|^$/.test(page.mediaType)) {
      throw new ToolFailure('bad-answer', `${page.url.slice(0, 200)} is no web page but ${page.mediaType}`)
    }
    // First, because it refuses pages with excessive nesting.
    const read = readText(page.text, false)
    return output(page.url, readFacts(page.text, page.url), read, limit, args.links === true)
  },
})

function output(
  url: string,
  { links, ...facts }: ReturnType<typeof readFacts>,
  read: string,
  limit: number,
  hasLinks: boolean,
) {
  const cut = { text: read.slice(0, limit).toWellFormed(), isCut: read.length > limit }
  return { url, ...facts, ...cut, ...(hasLinks ? { links } : {}) }
}
