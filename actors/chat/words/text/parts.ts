// The parts that answers are made of.
import { type ChatPart, chatBounds } from '../../../../domain/chat/chat.ts'

export const shownChoices = 8

export function textPart(text: string): ChatPart {
  const most = chatBounds.answerLength / 4
  return { type: 'text', text: text.length > most ? `${text.slice(0, most)}…` : text }
}

/** @param choices title and message, in order; the first ones are kept */
export function choicesPart(choices: readonly (readonly [title: string, message: string])[]): ChatPart {
  const shown = choices.slice(0, shownChoices)
  return {
    type: 'choices',
    choices: shown.map(([title, message]) => ({ title: title.slice(0, 100), message })),
  }
}
