// web__read_feed: the entries of an RSS or Atom feed, newest first.
import { DomUtils, type Feed, getFeed } from 'htmlparser2'
import type { Json } from '../../../domain/json.ts'
import { integer, list, object, text } from '../../builtin/schema.ts'
import { invalidArguments, ToolFailure } from '../../builtin/tool.ts'
import { readPage } from '../../builtin/web/page-reader.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { parseXml, type XmlTree } from '../xml.ts'
import { addressSchema } from './address.ts'
import { readFeedDate } from './feed-date.ts'
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
      .map(item => ({ item, at: item.publishedMs ?? Number.NEGATIVE_INFINITY }))
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

type FeedItem = Feed['items'][number]
type Entry = FeedItem & { readonly publishedMs: number | null }

function feedIn(source: string, url: string): Omit<Feed, 'items'> & { items: Entry[] } {
  const tree = parseXml(source)
  const feed = getFeed(tree)
  if (feed === null)
    throw new ToolFailure('bad-answer', `${url.slice(0, 200)} is neither an RSS nor an Atom feed`)
  // The library finds media:content only, and reads the dates that JavaScript reads. It takes the elements in
  // the same order.
  const elements = DomUtils.getElementsByTagName(feed.type === 'atom' ? 'entry' : 'item', tree)
  const items = feed.items.map((item, index) => {
    const children = elements[index]?.children ?? []
    const published = textOfFirst(children, dateElements)
    return {
      ...item,
      media: [...item.media, ...enclosures(children)],
      publishedMs: published === null ? null : readFeedDate(published),
    }
  })
  return { ...feed, items }
}

/** `<enclosure url="...">` of RSS, `<link rel="enclosure" href="...">` of Atom. */
function enclosures(children: XmlTree): FeedItem['media'] {
  return children
    .filter(DomUtils.isTag)
    .filter(
      ({ name, attribs }) => name === 'enclosure' || (name === 'link' && attribs['rel'] === 'enclosure'),
    )
    .flatMap(({ attribs }) => attribs['url'] ?? attribs['href'] ?? [])
    .map(url => ({ url, medium: undefined, isDefault: false }))
}

/** Of RSS, of RSS with Dublin Core, of Atom. */
const dateElements = ['pubDate', 'dc:date', 'updated', 'published']

/** Of the first of these names that there is. */
function textOfFirst(children: XmlTree, names: readonly string[]): string | null {
  const elements = children.filter(DomUtils.isTag)
  const found = names.map(name => elements.find(element => element.name === name)).find(Boolean)
  return found === undefined ? null : DomUtils.textContent(found)
}

function entryOf({ id, title, link, description, publishedMs, media }: Entry, base: string): Json {
  return {
    id: id ?? null,
    title: title === undefined ? null : readPage(title, false),
    link: link === undefined ? null : (URL.parse(link.trim(), base)?.href ?? link),
    text: description === undefined ? null : readPage(description, false),
    publishedAt: publishedMs === null ? null : new Date(publishedMs).toISOString(),
    media: media.flatMap(({ url }) => (url === undefined ? [] : [url])),
  }
}
