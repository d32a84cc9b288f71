// The page starts here, with little: the theme, and who is signed in. While the service answers, the rest
// is loaded and evaluated (start.tsx).
import './nonce.ts'
import './app/arrival.ts'
import './app/authorization.ts'
import './styles.css'
import { restoreSession } from './app/session.ts'
import { applyTheme } from './app/theme.ts'

applyTheme()
void restoreSession()
// In a task of its own: the request of the session, which waits for a lock, leaves first.
setTimeout(() => import('./start.tsx'))
