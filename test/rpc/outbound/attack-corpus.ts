// Ways to talk a service into calling what only it can reach: literal addresses in every spelling, names,
// names that change their mind, redirects. `{port}` is that of a server that listens on loopback and must
// never hear of it.

/** Addresses written into a URL. */
export const literals: readonly string[] = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0', '0.0.0.0', '0x0', '00000'],
  ...['2130706433', '017700000001', '0x7f000001', '0x7f.1', '0177.0.0.1', '0x7f.0x0.0x0.0x1', '127.0.0.1.'],
  ...['%31%32%37.0.0.1', '①②⑦.⓪.⓪.①', '127。0。0。1', '１２７.0.0.1'],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
  ],
  ...['[::127.0.0.1]', '[::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]'],
  ...[
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fec0::1]',
    '[ff02::1]',
  ],
  ...['[::ffff:0:127.0.0.1]', '[100::1]', '[2001:db8::1]', '[4000::1]', '[5f00::1]'],
  ...[
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '2852039166',
    '0xa9fea9fe',
    '169.254.170.2',
    '168.63.129.16',
  ],
  ...['[::ffff:168.63.129.16]', '100.100.100.200', '192.0.0.192'],
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '198.18.0.1', '192.0.2.1'],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
]

/** Names that mean this machine or its network. */
export const names: readonly string[] = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'localhost.localdomain', 'ip6-localhost'],
  ...[
    'printer.local',
    'metadata.google.internal',
    'metadata',
    'postgres',
    'router.lan',
    'nas.home.arpa',
    'x.intranet',
  ],
]

/** URLs that are read in one way and called in another. */
export const confusing: readonly string[] = [
  'http://example.com@127.0.0.1:{port}/',
  'http://127.0.0.1:{port}#@example.com/',
  'http://127.0.0.1:{port}\\@example.com/',
  'http:\\\\127.0.0.1:{port}\\',
  'http:127.0.0.1:{port}/',
  'http:///127.0.0.1:{port}/',
  ' http://127.0.0.1:{port}/',
  'http://127.0.0.1:{port}/\r\nHost: example.com',
  'http://[::1%25lo]:{port}/',
  'http://user:pass@[::1]:{port}/',
  '//127.0.0.1:{port}/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:{port}/',
  'ftp://127.0.0.1:{port}/',
  'unix:/var/run/docker.sock',
  'ws://127.0.0.1:{port}/',
  'data:text/plain,x',
]

/** What a name resolves to, one answer after the other. 2000::1 is public and nobody's. */
export const answers: readonly {
  readonly name: string
  readonly resolves: readonly (readonly string[])[]
}[] = [
  { name: 'loopback.example', resolves: [['127.0.0.1']] },
  { name: 'loopback6.example', resolves: [['::1']] },
  { name: 'mapped.example', resolves: [['::ffff:127.0.0.1']] },
  { name: 'any.example', resolves: [['0.0.0.0']] },
  { name: 'any6.example', resolves: [['::']] },
  { name: 'metadata.example', resolves: [['169.254.169.254']] },
  { name: 'wire.example', resolves: [['168.63.129.16']] },
  { name: 'nat64.example', resolves: [['64:ff9b::7f00:1']] },
  { name: 'mixed.example', resolves: [['93.184.216.34', '127.0.0.1']] },
  { name: 'mixed6.example', resolves: [['2606:2800:220:1::1', '::1']] },
  { name: 'rebind.example', resolves: [['2000::1'], ['127.0.0.1']] },
  { name: 'nothing.example', resolves: [[]] },
]
