// The policy of the page allows styles that carry its nonce, and no other: libraries that write style
// elements (scroll locks, the editor) get it here. Loaded before all of them.
import { setNonce } from 'get-nonce'

/** Empty in development, where no policy holds. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

setNonce(nonce)
