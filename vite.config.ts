import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { type Call, isCall } from './contract/wire/call.ts'
import { endpointOf } from './contract/wire/endpoint.ts'

const HOUSE =
  /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|rolldown|preload-helper|web[\\/](?:api|leave-for|ui[\\/]is-mobile-here|choose-account[\\/](?:use-account-choice|AccountChooser))|contract[\\/](?:wire[\\/]address|features[\\/]sign-in[\\/]endpoints|devices[\\/]user-agent|fields[\\/]sign-in|accounts[\\/]sign-in-query)/
const KIT =
  /web[\\/](?:form[\\/](?!C|Phone|phone|S[et]|TextArea|retype)|ui[\\/](?!App|Dialog|Menu|Single|Status))|contract[\\/](?:wire[\\/](?:field|rule)|pages|provider[\\/]provider|calendar[\\/]support-hours)/

/** Two builds of the same pages: one wakes them in the browser, one renders them in the server. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  base: '/assets/',
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  plugins: [plainImports, endpointsOnly],
  build: {
    target: isSsrBuild ? 'node24' : 'es2022',
    cssTarget: ['chrome100', 'firefox100', 'safari15'],
    assetsDir: '',
    // The HTML itself preloads what a page needs.
    modulePreload: false,
    rolldownOptions: {
      input: isSsrBuild
        ? { product: 'web/ssr.ts', site: 'site/ssr.ts' }
        : ['web/hydrate.tsx', ...globSync(['web/features/*/*/*Page.tsx', 'site/pages/*Page.tsx'])],
      preserveEntrySignatures: 'allow-extension',
      // A sentence stands where it is said: a page carries none of the others' words.
      optimization: { inlineConst: { mode: 'all' } },
      output: isSsrBuild
        ? { entryFileNames: '[name].js' }
        : {
            codeSplitting: {
              groups: [
                // Few files, since small ones compress badly: what wakes every page, and what most pages show.
                { name: 'house', test: HOUSE },
                { name: 'kit', test: KIT, minShareCount: 6 },
              ],
            },
          },
    },
  },
}))

/** Nothing is left for the bundler's own preloading to do: an import is an import. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : null),
}

const CALLS = /[\\/]contract[\\/]features[\\/][^\\/]+[\\/]calls\.ts$/

/** A page sends a call by its endpoint: the schemas and the texts of the reference stay out of its script. */
const endpointsOnly: Plugin = {
  name: 'endpoints-only',
  enforce: 'pre',
  async load(id) {
    if (!CALLS.test(id)) return null
    const calls = await import(`${pathToFileURL(id).href}?${Date.now()}`)
    return Object.entries(calls)
      .filter(([, value]) => isCall(value))
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(endpointOf(value as Call))}`)
      .join('\n')
  },
}
