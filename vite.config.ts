import { globSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
import { pages } from './contract/pages.ts'
import { DESK } from './scripts/build-modes.ts'
import { chooseChunk } from './scripts/choose-chunk.ts'
import { endpointsOnly } from './scripts/endpoints-only.ts'

/**
 * Three builds: customers' pages for the browser, the operators' pages for the browser, and both for the server. The
 * first two share no files, so that no customer loads a byte of the desk.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  appType: 'custom',
  publicDir: false,
  base: mode === DESK ? '/desk/assets/' : '/assets/',
  define: {
    'process.env.NODE_ENV': JSON.stringify('production'),
    // React's hook for its browser extension, which users do not have.
    __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
    // What React does in Internet Explorer, and in asynchronous transitions, which no page starts.
    'document.documentMode': 'undefined',
    'typeof navigation': '"undefined"',
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
        ? { product: 'web/ssr.ts', site: 'site/ssr.ts', desk: 'web/desk/desk-ssr.ts' }
        : [
            'web/hydrate.tsx',
            ...globSync(
              mode === DESK
                ? ['web/desk/*/*Page.tsx']
                : ['web/features/*/*/*Page.tsx', 'site/pages/*Page.tsx'],
            ),
          ],
      preserveEntrySignatures: 'allow-extension',
      // Inlines messages where they are used, so that a page does not load the messages of other pages.
      optimization: { inlineConst: { mode: 'all' } },
      output: isSsrBuild
        ? { entryFileNames: '[name].js' }
        : {
            codeSplitting: {
              groups: [mode === DESK ? { name: 'desk', minShareCount: 2 } : { name: chooseChunk }],
              includeDependenciesRecursively: false,
            },
          },
    },
  },
}))

/** Disables Vite's preload helper, which has nothing to do here: a dynamic import stays a plain import. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : null),
}

const PAGE_URL = /\bpages(?:\.(\w+)|\['([\w-]+)'\])/g
const PAGES_IMPORT = /^import \{[^}]*\} from '#contract\/pages\.ts'\n/m
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/**
 * Replaces `pages['sign-in']` by '/login/', so that a script contains only the URLs it uses, not the whole
 * list. The other exports of contract/pages.ts are types.
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
    const isNamedStill = /\bpages\b/.test(inPlace.replace(PAGES_IMPORT, '').replace(COMMENTS, ''))
    return isNamedStill ? inPlace : inPlace.replace(PAGES_IMPORT, '')
  },
}
