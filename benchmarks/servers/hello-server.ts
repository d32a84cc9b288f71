// Raw uWebSockets.js that answers "Hello, world!" to everything: what this machine, this kernel and this load
// generator can do at most. A process of its own; sends its port to its parent and ends with it.
import { App, us_socket_local_port } from 'uWebSockets.js'

App()
  .any('/*', response => {
    response.end('Hello, world!')
  })
  .listen('127.0.0.1', 0, socket => {
    process.send?.({ port: us_socket_local_port(socket) })
    process.once('disconnect', () => process.exit())
  })
