import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { pages } from './contract/pages.ts'
import { type Call, isCall } from './contract/wire/call.ts'
import { endpointOf } from './contract/wire/endpoint.ts'
import { chooseChunk } from './scripts/choose-chunk.ts'

/** Two builds of the same pages: one wakes them in the browser, one renders them in the server. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  base: '/assets/',
  define: {
    'process.env.NODE_ENV': JSON.stringify('production'),
    // React's tie to its browser extension, which nobody who signs in has.
    __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
  },
  ssr: { noExternal: true },
  plugins: [plainImports, endpointsOnly, urlsInPlace],
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
            codeSplitting: { groups: [{ name: chooseChunk }], includeDependenciesRecursively: false },
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

const PAGE_URL = /\bpages(?:\.(\w+)|\['([\w-]+)'\])/g
const PAGES_IMPORT = /^import \{[^}]*\} from '#contract\/pages\.ts'\n/m

/**
 * `pages['sign-in']` becomes '/login/': a script carries the URLs that it uses, not the list of all. What else
 * contract/pages.ts exports are types.
 */
const urlsInPlace: Plugin = {
  name: 'urls-in-place',
  enforce: 'pre',
  transform(code, id) {
    if (!PAGES_IMPORT.test(code) || !/\.tsx?$/.test(id)) return null
    const inPlace = code.replace(PAGE_URL, (whole, plain, quoted) => {
      const url = pages[(plain ?? quoted) as keyof typeof pages]
      return url === undefined ? whole : JSON.stringify(url)
    })
    const isNamedStill = /\bpages\b/.test(inPlace.replace(PAGES_IMPORT, ''))
    return isNamedStill ? inPlace : inPlace.replace(PAGES_IMPORT, '')
  },
}
