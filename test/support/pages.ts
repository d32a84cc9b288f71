// Follows the pages of a list to its end, as a client does, and says what is wrong with one on the way.
import { setTimeout } from 'node:timers/promises'
import type { Page, PageRequest } from '../../domain/page.ts'
import type { Answer, Client } from './people/client.ts'

/** All pages of a list at hand. @throws {Error} the pages do not end */
export async function pagesOf<T>(
  list: (request: PageRequest) => Promise<Page<T>>,
  limit: number,
): Promise<(readonly T[])[]> {
  const pages: (readonly T[])[] = []
  for (let cursor: string | null = null; pages.length < mostPages; ) {
    const { items, next }: Page<T> = await list({ limit, cursor })
    pages.push(items)
    if (next === null) return pages
    cursor = next
  }
  throw new Error(`the list has more than ${mostPages} pages of ${limit}`)
}

const mostPages = 1_000

/** The same over HTTP: the answers, by their Link headers. @param onPage may change the list meanwhile */
export async function answersOf(
  client: Client,
  path: string,
  onPage: () => Promise<unknown> = async () => {},
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    if (answers.length > mostPages) throw new Error(`${path} has more than ${mostPages} pages`)
    const answer: Answer = await patiently(client, next)
    if (answer.status !== 200)
      throw new Error(`${next} answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
    answers.push(answer)
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    await onPage()
  }
  return answers
}

/** A database that is busy is 503 and passes: asked again after the time that the answer says. */
async function patiently(client: Client, path: string): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await client.get(path)
    const seconds = Number(answer.headers.get('retry-after'))
    if (answer.status !== 503 || seconds === 0 || tries === mostTries) return answer
    await setTimeout(seconds * 1_000)
  }
}

const mostTries = 10

/** Every item of a list of the API. */
export async function allOf(client: Client, path: string) {
  const answers = await answersOf(client, `${path}${path.includes('?') ? '&' : '?'}limit=100`)
  return answers.flatMap(({ body }) => body)
}
