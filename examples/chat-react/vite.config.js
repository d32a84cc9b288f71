// 1. npm ci && npm start in the project, which prints an API key
// 2. here: npm install && API_KEY=sk_... VITE_TENANT_ID=org_... npm run dev
import { defineConfig } from 'vite'
import { tokenEndpoint } from './token.js'

const { SERVICE_URL: url = 'http://localhost:8080', API_KEY: apiKey = '' } = process.env
const origin = 'http://localhost:5173'

export default defineConfig({
  // The package is linked from the project, which has a React of its own.
  resolve: { dedupe: ['react', 'react-dom'] },
  server: { port: 5173, strictPort: true },
  plugins: [
    { name: 'token', configureServer: ({ middlewares }) => void middlewares.use('/token', tokenEndpoint({ url, apiKey, origin })) },
  ],
})
