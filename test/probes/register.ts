// Where each probe is held: the file under test/ and the beginning of the title of its law. The numbers are those of the list
// of probes, which has gaps. register.test.ts sees to it that all of them are here, and that the laws are there.

export type Place = readonly [file: string, law: string]

/** Timings stand in no test: `npm run probes` measures them. */
export const measured: readonly number[] = [24, 36, 39, 53, 55, 56, 61, 70, 76, 112]

/** Probes of what is not built yet. */
export const later: Readonly<Record<number, string>> = {
  73: 'the chat SDK',
  85: 'billing',
  86: 'billing',
  99: 'the chat SDK',
  112: 'is a measurement alone',
}

const engine = 'contracts/http-engine.ts'
const streams = 'contracts/http-streams.ts'
const edge = 'deploy/haproxy.test.ts'
const framing: readonly Place[] = [
  [engine, 'ambiguous framing is answered at most once'],
  [edge, 'edge: ambiguous framing is answered at most once'],
]
const nodeEngine = 'http/engines/node.test.ts'
const cutAnyhow: Place = [edge, 'edge: a request is the same, however it is cut into packets']
const tokens: Place = ['probes/authentication.ts', 'a token that was tampered with is 401']
const oauthState: Place = [
  'http/oauth.test.ts',
  'a way back without its state, with another, of another browser',
]

export const register: Readonly<Record<number, readonly Place[]>> = {
  1: framing,
  2: framing,
  3: framing,
  4: framing,
  5: [[nodeEngine, 'node: a header without a name is refused'], framing[1]!],
  6: [[nodeEngine, 'node: a chunked body with a false end'], framing[1]!],
  7: [[engine, 'a chunked body is refused, whatever its chunks'], framing[1]!],
  8: framing,
  9: [[engine, 'a request has exactly one Host'], framing[1]!],
  10: [[nodeEngine, 'node: '], cutAnyhow],
  11: [[nodeEngine, 'node: '], cutAnyhow],
  13: [[engine, 'a body that drips is cut off']],
  14: [
    [streams, 'a reader that takes nothing is dropped'],
    [streams, 'a slow reader gets everything'],
  ],
  15: [[engine, 'pipelined requests are answered in order']],
  16: [[engine, 'HEAD is answered like GET']],
  17: [[engine, 'a head over the limits is refused']],
  18: [[engine, 'a body may be 1 MiB and not a byte more']],
  19: [[engine, 'a body may be 1 MiB and not a byte more']],
  21: [[engine, 'a method that a path does not have is 405']],
  22: [[engine, 'odd paths are never found']],
  24: [['http/body.test.ts', 'what nests without end is refused at its beginning']],
  25: [['probes/json.ts', 'inputs come back as they were sent']],
  27: [['probes/json.ts', 'inputs come back as they were sent']],
  28: [['probes/json.ts', 'NUL and half a character are refused']],
  29: [['probes/json.ts', 'inputs come back as they were sent']],
  30: [[engine, 'a body that is not a JSON object in UTF-8 is refused']],
  31: [['probes/json.ts', 'a body that is not said to be JSON changes nothing']],
  33: [['probes/json.ts', 'a body that is not said to be JSON changes nothing']],
  34: [['probes/json.ts', 'any value in any field of any route is no 500']],
  36: [['probes/json.ts', 'texts that would keep a bad pattern busy']],
  37: [['probes/json.ts', 'what a query smuggles in is refused']],
  39: [['probes/json.ts', 'what a query smuggles in is refused']],
  40: [['probes/tenancy.ts', 'without a credential every route is 401']],
  41: [['probes/authentication.ts', 'what is not Bearer and one credential is 401']],
  42: [tokens, ['http/auth-tokens.test.ts', 'an unsigned token is refused']],
  43: [tokens, ['http/auth-tokens.test.ts', 'the public key is no secret to sign with']],
  45: [
    tokens,
    ['http/auth-tokens.test.ts', 'claims that do not fit are refused, though the signature is ours'],
  ],
  46: [tokens, ['http/auth-tokens.test.ts', 'other headers and serializations are refused']],
  47: [
    ['probes/authentication.ts', 'after logging out a token is 401'],
    ['http/sign-in.test.ts', 'a refresh token that was replaced ends the whole session'],
  ],
  48: [['product/sign-in.test.ts', 'a reset by mail ends tokens, refresh tokens and open streams']],
  50: [
    ['probes/authentication.ts', 'a revoked key ends with the answer to its revocation'],
    ['product/members.test.ts', 'a revoked key is refused by every request'],
  ],
  51: [['probes/authentication.ts', 'a key is shown once']],
  52: [['probes/authentication.ts', 'every key that is none gets the same answer']],
  53: [['http/auth.test.ts', 'whatever is not a valid credential gets one and the same 401']],
  54: [
    ['http/routes/api-keys.test.ts', 'a key makes no key with more rights than it has'],
    ['http/routes/api-keys.test.ts', 'a role gives no scope that it does not hold'],
  ],
  55: [['probes/accounts.ts', 'a login tells nothing about who has an account']],
  56: [['http/sign-in.test.ts', 'a forgotten password: one answer for everybody']],
  58: [
    ['probes/accounts.ts', 'a reset token that is none is 400'],
    ['http/sign-in.test.ts', 'an expired reset token is refused'],
  ],
  60: [['probes/accounts.ts', 'nobody makes themselves more, or somebody else']],
  61: [['probes/accounts.ts', 'a password is refused or counts in full']],
  62: [['product/rate-limits.test.ts', 'the eleventh request to an auth path is 429']],
  63: [
    ['http/login-guard.test.ts', 'one account from many addresses is refused'],
    ['http/login-guard.test.ts', 'many accounts from one address are refused'],
  ],
  64: [['probes/accounts.ts', 'nobody makes themselves more, or somebody else']],
  65: [['http/routes/auth.test.ts', 'one mailbox has one account, in every form of its address']],
  66: [oauthState],
  68: [['http/oauth.test.ts', 'an address that the provider has not verified']],
  69: [oauthState],
  70: [['probes/tenancy.ts', 'what belongs to another organization is answered like what never was']],
  72: [['probes/authorization.ts', 'what a client may not set stays as it is']],
  74: [['product/members.test.ts', 'a removed member loses requests, keys, streams and /rpc']],
  75: [
    ['http/routes/teams.test.ts', 'nobody gives more than they have, changes their own role'],
    ['http/routes/teams.test.ts', 'the last owner stays'],
    ['http/routes/teams.test.ts', 'the link alone never opens an account'],
  ],
  76: [['probes/authorization.ts', 'a page holds at most 100']],
  77: [['product/notifications.test.ts', 'failed runs become one notification and one mail']],
  78: [['http/routes/marketplace-sources.test.ts', 'the servers of a source are found beside the catalog']],
  79: [['probes/authorization.ts', 'a search finds what its organization has']],
  80: [['probes/authorization.ts', 'with one execution left, of fifty starts']],
  82: [['probes/authorization.ts', 'an approval is decided once, by its own people']],
  84: [['probes/last.ts', 'what was cancelled stays so over a kill -9']],
  87: [['probes/authorization.ts', 'what a client may not set stays as it is']],
  88: [['probes/public-network.test.ts', 'an address that is not public is 400']],
  90: [['rpc/outbound/attack-corpus.test.ts', 'a redirect leads to nothing that a request would not']],
  91: [['probes/public-network.test.ts', 'other protocols, users, line breaks']],
  92: [
    ['product/rpc-bad-servers.test.ts', 'the servers of others answer as before'],
    ['rpc/outbound/outbound.test.ts', 'a server that dribbles is given up'],
  ],
  93: [
    ['rpc/remote/remote-server.test.ts', 'tools past 10,000 are left out'],
    ['rpc/remote/remote-server.test.ts', 'a definition is cleaned, bounded and completed'],
    ['http/surface/tool-offer.test.ts', "the service's tools come first"],
  ],
  95: [
    ['probes/tools.ts', '/rpc wants a credential, and no web page of elsewhere'],
    ['probes/tools.ts', 'odd envelopes are errors of the protocol'],
  ],
  97: [
    ['probes/tools.ts', 'a stranger’s workflow is none over /rpc'],
    ['product/rpc.test.ts', 'each call of a batch counts against the limit'],
  ],
  98: [['probes/tools.ts', 'what looks like a template is text']],
  101: [['probes/operations.ts', 'no foreign page may read an answer']],
  102: [
    ['probes/authentication.ts', 'what is not Bearer and one credential is 401'],
    ['http/sign-in.test.ts', 'the cookie of a login renews the token'],
  ],
  103: [['probes/operations.ts', 'answers are not sniffed']],
  104: [['probes/operations.ts', 'a text in a log forges no event']],
  105: [
    ['probes/operations.ts', 'a log is read with a header alone'],
    [streams, 'a stream ends when the credential of its reader does'],
  ],
  107: [['probes/last.ts', 'while the database does not answer']],
  108: [['probes/last.ts', 'a line of the log is one']],
  109: [['probes/operations.ts', 'an id that is none is 404 or 400 on every route']],
  110: [
    ['probes/operations.ts', 'the document has every route'],
    ['http/openapi-behaviour.test.ts', 'what is made is answered as documented'],
    ['fuzz/fuzz.test.ts', 'requests made of the document'],
    ['http/routes/reference.test.ts', 'the page asks nothing of any other origin'],
  ],
  111: [['probes/operations.ts', 'nothing lies around']],
}
