// Meanings that several writers put in words of their own: files as those of the corpus, in which a prompt
// has `means` instead of `prompt`, and a file for each writer with their text by id. Each writing is judged
// as a prompt.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findDomains, jsonFiles, type Prompt, type PromptDomain } from './prompts.ts'

export const sentencesFolder = join(import.meta.dirname, '../sentences')

/** A prompt as one writer put it. Its id is that of the meaning. */
export interface Writing extends Prompt {
  readonly writer: string
  readonly means: string
}

interface Writer {
  readonly name: string
  readonly texts: { readonly [id: string]: string }
}

export interface SentenceOptions {
  readonly folder?: string
  /** Files or slugs; none: all. */
  readonly named?: readonly string[]
  /** Names; absent: everybody. */
  readonly writers?: readonly string[] | undefined
}

/** The domains, with a prompt for each writing. @throws {Error} naming a writer who wrote nothing */
export function findWritings({
  folder = sentencesFolder,
  named = [],
  writers,
}: SentenceOptions = {}): readonly PromptDomain[] {
  const texts = writersIn(join(folder, 'writers'), writers)
  return (existsSync(folder) ? findDomains(named, folder) : []).map(domain => ({
    ...domain,
    prompts: domain.prompts.flatMap(meaning => writingsOf(meaning as Writing, texts)),
  }))
}

function writersIn(folder: string, names: readonly string[] | undefined): readonly Writer[] {
  const files = existsSync(folder) ? jsonFiles(folder) : []
  const all = files.map(file => ({
    name: basename(file, '.json'),
    texts: JSON.parse(readFileSync(file, 'utf8')) as Writer['texts'],
  }))
  const unknown = names?.find(name => !all.some(writer => writer.name === name))
  if (unknown !== undefined)
    throw new Error(`no writer ${unknown} in ${folder}: there are ${all.map(({ name }) => name).join(', ')}`)
  return all.filter(({ name }) => names === undefined || names.includes(name))
}

function writingsOf(meaning: Writing, writers: readonly Writer[]): readonly Writing[] {
  return writers.flatMap(({ name, texts }) => {
    const prompt = texts[meaning.id]
    return prompt === undefined ? [] : [{ ...meaning, prompt, writer: name }]
  })
}
