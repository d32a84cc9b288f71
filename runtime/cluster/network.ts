// Connections between nodes, as a port: tcp-network.ts is the real one, tests have one in memory. It carries
// texts, each as a whole and in order, until it closes; who is at the other end says the handshake
// (handshake.ts).

/** One end of a connection. */
export interface Wire {
  /** What is sent before the connection is there waits for it. After the end nothing happens. */
  send(text: string): void
  /** Bytes that were sent and that the network has not taken yet. */
  readonly waitingBytes: number
  /** The other end has shown who it is: it may send large texts from now on. */
  trust(): void
  close(): void
}

export interface WireEvents {
  receive(text: string): void
  /** Once, whoever closed it. @param reason null when this end did */
  closed(reason: Error | null): void
}

/** Called with each new end; takes what happens there. */
export type Attach = (wire: Wire) => WireEvents

export interface Network {
  /** @throws {Error} the address cannot be listened on */
  listen(accept: Attach): Promise<void>
  /** @param address `host:port` of another node. A failure closes the wire. */
  dial(address: string, attach: Attach): void
  /** Listens no more, and closes every wire. */
  close(): Promise<void>
}
