// web__read_feed: the entries of an RSS or Atom feed, newest first.
import { DomUtils, type Feed, getFeed } from 'htmlparser2'
import type { Json } from '../../../domain/json.ts'
import { integer, list, object, text } from '../../builtin/schema.ts'
import { invalidArguments, ToolFailure } from '../../builtin/tool.ts'
import { readPage } from '../../builtin/web/page-reader.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { parseXml, type XmlTree } from '../xml.ts'
import { addressSchema } from './address.ts'
import { fetchMarkup } from './markup.ts'

interface Arguments {
  readonly url: string
  readonly limit?: number
  readonly since?: string
}

const nullable = (title: string, description: string) => ({
  ...text(title, description),
  type: ['string', 'null'],
})
const entry = object(
  {
    id: nullable('Id', 'What the feed calls the entry'),
    title: nullable('Title', 'Title of the entry'),
    link: nullable('Link', 'Address of the entry'),
    text: nullable('Text', 'Its description as plain text'),
    publishedAt: nullable('Published', 'ISO 8601 in UTC'),
    media: list('Media', 'Addresses of pictures, sound and film', { items: text('Address', 'Address') }),
  },
  ['id', 'title', 'link', 'text', 'publishedAt', 'media'],
)

export const readFeed = firstPartyTool<Arguments>({
  name: 'read_feed',
  title: 'Read a feed',
  description:
    'Reads an RSS or Atom feed and gives its entries, newest first, those since a moment when one is given.',
  effect: 'read',
  keywords: ['read', 'poll', 'watch', 'rss', 'atom', 'feed', 'news', 'entries', 'posts', 'podcast', 'blog'],
  inputSchema: object(
    {
      url: addressSchema,
      limit: integer('Limit', 'Most entries to give', {
        default: 50,
        minimum: 1,
        maximum: 500,
        'x-words': ['limit'],
      }),
      since: text('Since', 'Only entries published after this moment, ISO 8601', {
        'x-words': ['since', 'after'],
      }),
    },
    ['url'],
  ),
  outputSchema: object(
    {
      title: nullable('Title', 'Title of the feed'),
      link: nullable('Link', 'Address of its site'),
      description: nullable('Description', 'What it is about'),
      entries: list('Entries', 'Newest first; those without a date last', { items: entry }),
    },
    ['title', 'link', 'description', 'entries'],
  ),
  examples: [
    {
      prompt: 'Read the RSS feed https://example.com/feed.xml',
      args: { url: 'https://example.com/feed.xml' },
    },
    {
      prompt: 'Read the feed {{inputs.feed}} since {{inputs.lastRun}}',
      args: { url: 'https://example.com/feed.xml', since: '2026-01-01T00:00:00Z' },
    },
  ],
  async run(args, context) {
    const since = args.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(args.since)
    if (Number.isNaN(since)) throw invalidArguments('since: expected a moment in ISO 8601')
    const accept =
      'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1'
    const { text: source, url } = await fetchMarkup(args.url, accept, context)
    const { title, link, description, items } = feedIn(source, url)
    const wanted = items
      .map(item => ({ item, at: item.pubDate?.getTime() || Number.NEGATIVE_INFINITY }))
      .filter(({ at }) => args.since === undefined || at > since)
      .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
      .slice(0, args.limit ?? 50)
    return {
      title: title ?? null,
      link: link ?? null,
      description: description ?? null,
      entries: wanted.map(({ item }) => entryOf(item, url)),
    }
  },
})

type Entry = Feed['items'][number]

function feedIn(source: string, url: string): Feed {
  const tree = parseXml(source)
  const feed = getFeed(tree)
  if (feed === null)
    throw new ToolFailure('bad-answer', `${url.slice(0, 200)} is neither an RSS nor an Atom feed`)
  // The library finds media:content only. It takes the elements in the same order.
  const elements = DomUtils.getElementsByTagName(feed.type === 'atom' ? 'entry' : 'item', tree)
  const items = feed.items.map((item, index) => {
    const found = enclosures(elements[index]?.children ?? [])
    return { ...item, media: [...item.media, ...found] }
  })
  return { ...feed, items }
}

/** `<enclosure url="...">` of RSS, `<link rel="enclosure" href="...">` of Atom. */
function enclosures(children: XmlTree): Entry['media'] {
  return children
    .filter(DomUtils.isTag)
    .filter(
      ({ name, attribs }) => name === 'enclosure' || (name === 'link' && attribs['rel'] === 'enclosure'),
    )
    .flatMap(({ attribs }) => attribs['url'] ?? attribs['href'] ?? [])
    .map(url => ({ url, medium: undefined, isDefault: false }))
}

function entryOf(
  { id, title, link, description, pubDate, media }: Feed['items'][number],
  base: string,
): Json {
  const at = pubDate?.getTime() ?? Number.NaN
  return {
    id: id ?? null,
    title: title === undefined ? null : readPage(title, false),
    link: link === undefined ? null : (URL.parse(link.trim(), base)?.href ?? link),
    text: description === undefined ? null : readPage(description, false),
    publishedAt: Number.isNaN(at) ? null : new Date(at).toISOString(),
    media: media.flatMap(({ url }) => (url === undefined ? [] : [url])),
  }
}
