// Every diagnostic of planners and compiler: what it means, and what the author of the plan can do. The
// reference page is made from this table (docs/generate/diagnostics.ts); a code that is not in it does not
// compile.

interface DiagnosticMeaning {
  readonly meaning: string
  readonly instead: string
}

export const diagnosticCodes = {
  UNREAD_WORDS: {
    meaning:
      'The planner does not understand some words of the prompt, or a construct lacks something that it needs',
    instead: 'Leave the words out, say them another way, or put a text in quotes',
  },
  UNKNOWN_ACTION: {
    meaning: 'No tool does what the sentence says',
    instead: "Use the words of a tool's name or description, or its name in backticks",
  },
  AMBIGUOUS_TOOL: {
    meaning: 'Two or more tools fit the sentence equally well',
    instead: 'Name one of the candidates in backticks',
  },
  NEEDS_MODEL: {
    meaning: 'The verb asks for judgement ("summarize", "decide"), and this planner works by rules alone',
    instead: 'Say it by tools and conditions that need no judgement',
  },
  MODEL_FAILED: {
    meaning: 'The language model was asked and gave no plan that can be used',
    instead: 'Try again, say it in words that the planner reads without a model, or write the plan by hand',
  },
  WEAK_MODEL: {
    meaning: 'The language model that made the plan did badly with a sample request',
    instead: 'Read the plan closely, or connect a stronger model',
  },
  UNQUOTED_STEP: {
    meaning: 'A language model planned a step without quoting words of the request that ask for it',
    instead: 'Say in the request what the step does; or leave the step out',
  },
  CANNOT: {
    meaning: 'A part of the request is not in the plan, because nothing can do it here',
    instead: 'Connect what the message names, or accept the plan without that part',
  },
  KEPT_BY_HAND: {
    meaning: 'A change in words would change what was changed by hand: what was made by hand stays',
    instead: 'Answer the question in `questions` about it, or leave it as it is',
  },
  OPEN: {
    meaning: 'The plan needs an answer of yours',
    instead: 'Answer the question',
  },
  MENDED: {
    meaning:
      'A language model wrote something in the way of another language, and it was taken for what it can only mean',
    instead: 'Nothing, if it is what you mean',
  },
  UNFOUNDED_STEP: {
    meaning: 'A language model planned a step that no words of the prompt ask for',
    instead: 'Say in the prompt what the step does, with a verb of its own; or leave the step out',
  },
  UNFOUNDED_VALUE: {
    meaning: 'A language model wrote a value that the prompt does not carry',
    instead: 'Write the value into the prompt',
  },
  PLANNING_TIMED_OUT: {
    meaning: 'No plan was made in time',
    instead: 'Try again, or say it in fewer steps',
  },
  NOT_SUPPORTED: {
    meaning: 'The construct is understood, but this version cannot run it yet',
    instead: 'Leave it out',
  },
  UNCLEAR_REFERENCE: {
    meaning: 'A reference such as "it" or "the orders" could mean several results here, or none',
    instead: 'Give the result a name ("and call it orders") and use the name',
  },
  NOT_A_LIST: {
    meaning: 'A loop goes over something that is not a list',
    instead: 'Name a list, or the field that holds it',
  },
  EMPTY_BLOCK: {
    meaning: 'A loop, condition or branch has no step',
    instead: 'Put a step after it, or indented below it',
  },
  BAD_PLACE: {
    meaning:
      'Words about an earlier step ("try up to 3 times", "if that fails") do not follow a step that they can be about',
    instead: 'Say them right after the step that they are about',
  },
  BAD_SCHEDULE: {
    meaning:
      'The prompt says when the workflow runs in a way that cannot be a schedule, or says what starts it more than once',
    instead: 'Say one start, at the beginning of the prompt ("every weekday at 9")',
  },
  UNKNOWN_ASSIGNEE: {
    meaning: 'The prompt does not say clearly who approves',
    instead: 'Say an e-mail address or a role: viewer, member, admin or owner',
  },
  ASSUMED: {
    meaning: 'Some words can be read in more than one way, and the planner says which it took',
    instead: 'Nothing, if that is what you meant; otherwise say it as the message proposes',
  },
  NOTATION: {
    meaning:
      "The prompt is a plan in Troupe's notation, and a line of it is wrong; a prompt counts as notation where most of its lines are sentences of it",
    instead: 'Write what the message expects, at the line and column that it names',
  },
  BAD_SHAPE: {
    meaning: 'A field of the plan is missing, or what was sent there is of another kind',
    instead: 'Send what the message expects; all faults of the shape are told at once, each with its step',
  },
  UNKNOWN_KEY: {
    meaning:
      'The plan, or a step of it, has a key that the plan language does not have; what it was to say would be lost',
    instead: 'Write the key that the message names, or take it out',
  },
  EMPTY_PLAN: {
    meaning: 'The plan has no step',
    instead: 'Say at least one thing to do',
  },
  TOO_LARGE: {
    meaning:
      'The plan has more than 100 steps or is larger than 256 KiB, or a sentence has more than 300 words',
    instead: 'Use loops, sub-workflows or shorter sentences',
  },
  TOO_DEEP: {
    meaning: 'Lists of steps are nested more than 6 deep',
    instead: 'Move inner steps into a workflow of their own',
  },
  DUPLICATE_ID: {
    meaning: 'Two steps have the same id',
    instead: 'Rename one of them: ids are unique in the whole plan',
  },
  UNREACHABLE: {
    meaning: 'A step comes after a return and never runs',
    instead: 'Move it before the return, or give the return a condition',
  },
  BAD_ASK: {
    meaning: 'A question to a model is empty, or says twice or never what an answer looks like',
    instead: 'Write the question, and one of `choices` and `outputSchema`',
  },
  BAD_REPEAT: {
    meaning: 'A repeat step says both until when and while what it goes on',
    instead: 'Keep one of `until` and `while`',
  },
  BAD_NEXT: {
    meaning: 'A next step stands outside of every loop',
    instead: 'Put it into a loop; `stop` ends the execution',
  },
  BAD_RETURN: {
    meaning: 'A return stands inside a loop or a parallel branch',
    instead: 'Put the return after the block, and return the output of the block',
  },
  BAD_NAME: {
    meaning: 'The variable of a loop has a name that already means something else',
    instead: 'Choose another name in `as`',
  },
  BAD_REFERENCE: {
    meaning: 'A step reads a value that is not in its scope',
    instead: 'Read `inputs`, `steps.<id>` of an earlier step, or the variable of a loop around it',
  },
  BAD_INPUTS: {
    meaning:
      'The `inputs` of the plan are no JSON Schema of an object, or a default does not fit the input that it is for',
    instead:
      'Write `{"type": "object", "properties": {"name": {"type": "string", "default": "Ada"}}}`, a schema for each input',
  },
  UNKNOWN_INPUT: {
    meaning: 'A step reads an input that the `inputs` of the plan do not have',
    instead: 'Take the name that the message proposes, or declare the input',
  },
  BAD_START: {
    meaning: 'What the plan says that starts it does not give the inputs that the plan needs',
    instead: 'Give the input in `inputs` of the start, or a default in the `inputs` of the plan',
  },
  BAD_OUTPUT: {
    meaning:
      'The `outputSchema` of the plan cannot be used, or what the plan returns does not fit it, so that its executions would fail',
    instead: 'Return what the message expects, or correct the schema',
  },
  UNKNOWN_FIELD: {
    meaning:
      'A value has no field of this name: the schema of what a tool answers names its fields, and this is not among them. A question where the schema comes from results that were seen, or nothing is known',
    instead:
      'Take a field that the message lists; a field that may be there all the same is read as `x.?name`, or by `default`',
  },
  OPTIONAL_FIELD: {
    meaning: 'A field is read that may be missing, or one of a step that may be skipped; then the step fails',
    instead: 'Read it by `default(x.name, ...)`, or on the condition `has(x.name)`',
  },
  UNKNOWN_VALUE: {
    meaning: 'A value is compared with one that it can never have: its schema lists all of them',
    instead: 'Compare with one of the values that the message lists',
  },
  NEVER_TRUE: {
    meaning:
      'A plan asks `failed` of a step whose failure ends the execution, or `skipped` of a step that nothing skips',
    instead: 'Write `"onError": "continue"` into the step, or a handler; or leave the question out',
  },
  BAD_DATE_FORMAT: {
    meaning: 'A pattern of `formatDate` is written as in another language, and would give another text',
    instead: 'Write the pattern that the message proposes: `yyyy-MM-dd HH:mm`',
  },
  PLACEHOLDER: {
    meaning:
      'A text has something left to fill in, such as `{{inputs.name}}`, and would be sent as it stands. A question where it may be meant so',
    instead:
      'Write `{"$": "inputs.name"}` for a value, or `{"$t": "Hello ${inputs.name}"}` for a text with values in it. A text that is meant so is `{"$": "\'...\'"}`',
  },
  BAD_EXPRESSION: {
    meaning: 'An expression cannot be parsed, or gives a value of the wrong type',
    instead: 'Write CEL; `when` must give true or false, `over` a list',
  },
  UNKNOWN_TOOL: {
    meaning: 'There is no tool with this name',
    instead: 'Take one of the candidates, or register or install the server that has the tool',
  },
  TOOL_OFF: {
    meaning: 'An admin has switched the tool off',
    instead: 'Use another tool, or ask an admin to switch this one on',
  },
  TOOL_QUARANTINED: {
    meaning: 'The definition of the tool has changed, and nobody has accepted it yet',
    instead: 'Ask an admin to look at the change and accept it',
  },
  TOOL_REMOVED: {
    meaning: 'The server no longer offers the tool',
    instead: 'Use another tool',
  },
  MISSING_ARGUMENT: {
    meaning: 'A required argument of a tool is missing',
    instead: 'Say a value for it',
  },
  UNKNOWN_ARGUMENT: {
    meaning: 'The tool takes no argument with this name, and its schema does not allow others by word',
    instead: 'Use one of the names that the message lists',
  },
  BAD_ARGUMENT: {
    meaning: 'The value of an argument does not match its schema',
    instead: 'Give what the message expects',
  },
  BAD_SECRET: {
    meaning: 'A secret stands where none can be sent, or the plan would compute which secret is sent',
    instead: 'Name the credential as a literal in an argument of a tool that sends something',
  },
  UNKNOWN_CREDENTIAL: {
    meaning: 'There is no credential with this id or name',
    instead: 'Store the credential first, or take one of the candidates',
  },
  CREDENTIAL_NOT_ALLOWED: {
    meaning: 'The credential may not be sent to the host that the step calls',
    instead: 'Use another credential, or add the host to the allowed hosts of this one',
  },
  UNTRUSTED_INPUT: {
    meaning: 'A step that removes or overwrites takes what it does that to from the answer of a tool',
    instead: 'Ask for approval before the step, if others than you can write that answer',
  },
  REPEATED_EFFECT: {
    meaning:
      'The workflow starts by itself, reads something, and acts on it in each run again, since no memory tells what is new',
    instead:
      'Nothing, if it is to come each time, as a report does; otherwise take the new items with `only_new`, or ask `changed` or `recall` before the step',
  },
  CUT_LIST: {
    meaning: 'A tool gives a part of its list only: a default or a maximum of its arguments cuts it',
    instead: 'Say how many items you want, or read page after page; nothing, if so many are enough',
  },
  MAY_BE_NULL: {
    meaning:
      'A value that may be null stands in a text, which then says null, or in an argument that takes no null',
    instead: 'Write `default(value, ...)`, or ask for it in a condition before',
  },
  UNKNOWN_LIST: {
    meaning: 'Something is used as a list, and nothing says that it is one: its tool describes no output',
    instead: 'Run the step once, so that its results are known, or look at what the tool answers',
  },
  NO_APPROVAL: {
    meaning: 'A step removes or overwrites, and nobody is asked before it',
    instead: 'Nothing, if it is to be so; otherwise write an `approval` into the step',
  },
  NOBODY_CAN_DECIDE: {
    meaning:
      'An approval is addressed to people of whom none is here, so it would wait until its time is over',
    instead: 'Invite them, or name a member or a role',
  },
  NO_MODEL: {
    meaning: 'An agent step asks a language model that is not there; of an ask step it is an error',
    instead: 'Add a model in Settings > Models, or set MODEL_URL; the step fails until then',
  },
  NO_RETURN: {
    meaning: 'No step of the plan returns anything, so its executions end with null',
    instead: 'Nothing, if only its effects count; otherwise add a step of kind `return`',
  },
  BAD_CODE: {
    meaning:
      'The JavaScript of a code step does not parse, returns nothing, or reads what only expressions see',
    instead:
      'Mend it at the line that the message names; it is the body of a function that returns its result',
  },
  BAD_RETRY: {
    meaning:
      'A step that is not a tool call has a retry policy, or the pauses of the policy contradict each other',
    instead: 'Put the policy on a tool step; `maxBackoffMs` must be at least `backoffMs`',
  },
  BAD_APPROVAL: {
    meaning: 'An approval policy is wrong in its place, its assignees, its quorum or its form',
    instead: 'Correct the field that the message names',
  },
  BAD_WAIT: {
    meaning: 'A wait has none or several of `for`, `until` and `event`, or its moment cannot be read',
    instead: 'Give exactly one of them; a moment is Unix ms, or ISO 8601 with a time zone',
  },
  BAD_WORKFLOW: {
    meaning: 'A workflow step names no workflow',
    instead: 'Give the name or the id of a workflow',
  },
  AMBIGUOUS_WORKFLOW: {
    meaning: 'Several workflows have this name',
    instead: 'Give the id of one of the candidates',
  },
  UNKNOWN_WORKFLOW: {
    meaning:
      'No workflow has this name or id yet; the step fails until one has. An error where its executions would start this workflow',
    instead: 'Nothing, if you make the workflow later; otherwise correct the name',
  },
} as const satisfies Readonly<Record<string, DiagnosticMeaning>>

export type DiagnosticCode = keyof typeof diagnosticCodes
