// The door for chats: what somebody orders in words. It loads the grammar.
export {
  type ApprovalRef,
  type Command,
  type Deed,
  type Elsewhere,
  type ExecutionRef,
  isDeed,
  type Topic,
  type WorkflowRef,
} from './commands/command.ts'
export { expectedOf, listed, shortly, typesOf, valuesOf } from './commands/inputs/expected.ts'
export {
  type Input,
  inputsOf,
  type Misfit,
  missingIn,
  readInput,
  readInputs,
} from './commands/inputs/inputs.ts'
export { Names, wordsOfName } from './commands/names.ts'
export { momentWords, spanOf } from './commands/periods.ts'
export { isCommand, isPlainQuestion, isSelfContained } from './commands/plain-command.ts'
export { type ReadMessage, readCommand, readMessage } from './commands/reading.ts'
