// What a prompt may be, in short, for models: the resource troupe://guide/prompts. Every prompt in a fence is
// planned by a test.

export const promptGuide = `# Write a prompt for Troupe

Best send a plan as JSON: get_plan_guide, or troupe://guide/plans. A prompt can be the same plan, in notation, for people
to read; or a request in sentences.

## In notation

A prompt that is exact notation is its plan, and nothing else reads it. Answers have \`notation\`, the plan so written, also of
plans sent as JSON: change that text, and send it as the prompt.

\`\`\`
Start every weekday at 09:00 in Europe/Berlin.
1. Call http_get with url: "https://example.com/orders". Call it page. Try up to 3 times.
2. For each order of the list {{steps.page.body.orders}}, 5 at a time. Call it lines:
   1. Let line be "{{order.item}}: {{order.amount}}".
3. If {{steps.lines == []}}:
   1. Fail with the message "no orders".
   Otherwise:
   1. Return {{steps.lines}}.
\`\`\`

\`\`\`
1. Call http_get with url: "https://api.example.com/orders". Try up to 3 times.
   If that fails:
   1. Return "nothing".
2. Ask someone among ["ops@acme.com"] to approve with the message "Post {{size(steps.http_get.body)}} orders?".
3. Call http_request.
   url: "https://api.example.com/reports"
   method: "POST"
   body: {{steps.http_get.body}}
\`\`\`

An item is a step, and ends in a full stop; steps inside are indented by three blanks, below a line that ends in a colon.
Values are JSON, computed ones {{CEL}}, also in a text; a step is \`steps.<id>\`. A wrong line is a diagnostic \`NOTATION\`: its line,
its column, and what was expected there.

## In sentences

Without a language model here they are controlled English: sentences or a numbered list, one thing in each. Every word
belongs to one construct, or it is a diagnostic: nothing is guessed. Leave out reasons; put texts in quotes.

### Write one

1. search_tools finds the tools of each step; describe_tool shows arguments and prompts that say the tool.
2. plan_workflow says what a prompt would become. Diagnostics of severity error quote the words; take one of their
   \`fixes\`, or say it another way. Hold the explanation against the goal.
3. dry_run_prompt runs it with inputs and without effects. Then create_workflow; with \`tool: true\` agents can run it.

### Examples

\`\`\`
Set greeting to "Hello, {{inputs.name}}!". Return the greeting
\`\`\`

\`\`\`
1. Parse {{inputs.orders}} as CSV and call it orders
2. Filter the orders where amount is greater than 100 and call it large
3. Sort the large by amount descending
4. Return the result
\`\`\`

\`\`\`
1. Parse {{inputs.orders}} as CSV and call it orders
2. For each order in the orders, 5 at a time:
   - Change {{order.item}} to uppercase letters
3. Return the result of step 2
\`\`\`

\`\`\`
1. Parse {{inputs.orders}} as CSV and call it orders
2. Ask ops@acme.com to approve "Post the orders?", then post {{steps.orders}} to https://api.example.com/orders
\`\`\`

\`\`\`
Every weekday at 9:00, get https://example.com/prices and return its body
\`\`\`

### What can be said

- Inputs: {{inputs.name}}, alone or in a quoted text. The schema of the inputs follows from where they stand.
- A certain tool: its name in backticks, with its arguments: Call \`server__tool\` with text {{inputs.word}}
- Names: "... and call it orders"; Set total to 5. What was said before: the result, it, the orders, the order's amount,
  step 2.
- Which ones: "orders over 100", "tasks that are due before 2026-12-01", "the three oldest", "sorted by amount".
- Figures: the number of, the sum, the average, the largest; "per customer"; plus, minus, times, divided by, rounded to.
- Conditions: If ..., ... Otherwise, ...; unless, when, only if. Comparisons: is, is not, is more than, at least, between,
  contains, starts with, is one of, is empty, and, or.
- Loops: "For each order in the orders:" with the steps indented below it; ", 5 at a time" for several at once.
- At once: "In parallel:" and one line for each branch.
- People: Ask ops@acme.com to approve "Send it?", then ...; an address or a role (viewer, member, admin, owner).
- Time: "Every weekday at 9:00, ..."; Wait 2 hours; Wait for the event paid and call it payment.
- From outside: When the webhook is called, ...
- Trouble: ", try up to 3 times"; "If that fails, ...".
- Other workflows: Run the workflow Report with day "Monday"
- The end: Return the result; Fail with "message"; Stop.

Summarizing, drafting and the like need a language model or a tool that does it: they are refused without one.
What sentences cannot say, a plan can.
`
