// The page at /chat-demo: the widget as any web page would have it, for whoever has just started the service.
// Never served in production.

export const demoPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chat · Troupe</title>
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/chat-demo/demo.css">
<main>
  <h1>Talk to your workflows</h1>
  <p>This page holds the chat as any page of yours would. Open it in the corner and say:</p>
  <ul>
    <li>help</li>
    <li>new workflow: Parse {{inputs.orders}} as CSV and call it orders. Return the sum of the amount of the orders</li>
    <li>run it</li>
  </ul>
  <p id="trouble" role="status"></p>
</main>
<script src="/chat/widget.js"></script>
<script src="/chat-demo/demo.js"></script>
</html>
`

export const demoStyle = `body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 36rem; margin: 15vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.75rem; line-height: 1.2; }
li { margin: 0.25rem 0; }
`

export const demoScript = `const getToken = async () => {
  const answer = await fetch('/chat-demo/token', { method: 'POST' })
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.error)
  return body
}
getToken().then(({ tenantId }) => {
  const token = async () => (await getToken()).token
  ServiceChat.mount({ tenantId, getToken: token, isOpen: true })
}).catch(error => {
  document.getElementById('trouble').textContent = error.message
})
`
