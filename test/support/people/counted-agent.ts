// An agent that counts what its model reads and writes, at four characters a token: the list of tools as
// models get it, the arguments of its calls, and the texts of their answers.
import { type ModelTool, roughTokens } from '../../../domain/models/language-model.ts'
import { Agent, type Anything } from './agent.ts'

export class CountedAgent extends Agent {
  calls = 0
  tokens = 0
  /** The same for whoever reads whole answers, schemas of answers and structured content included. */
  wholeTokens = 0

  override async ask(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Anything> {
    this.calls++
    const { name, arguments: args } = params
    const written = name === undefined ? 0 : roughTokens(JSON.stringify({ name, args }))
    const result = await super.ask(method, params)
    // A question to its person, which the model never sees.
    if (result.inputRequests !== undefined) return result
    this.tokens += written + roughTokens(readOf(result))
    this.wholeTokens += written + roughTokens(JSON.stringify(result))
    return result
  }

  /** What a call gave. @throws {Error} the tool gave an error */
  async use(name: string, args: object = {}): Promise<Anything> {
    const result = await this.call(name, args)
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`)
    return result.structuredContent ?? result.content[0].text
  }
}

function readOf({ tools, content }: Anything): string {
  if (tools !== undefined)
    return JSON.stringify(
      tools.map(({ name, description, inputSchema }: ModelTool) => ({ name, description, inputSchema })),
    )
  return content.map(({ text = '' }: { readonly text?: string }) => text).join('\n')
}
