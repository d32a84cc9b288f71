const getToken = async () => {
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
