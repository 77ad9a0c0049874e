import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ASSETS, DESK_ASSETS } from './assets.ts'

const DIST = path.join(import.meta.dirname, '../../../dist')
const ENTRY = 'web/hydrate.tsx'

type Bundle = {
  folder: string
  /** The styles that every page in the bundle inlines. */
  styles: string
  renderPage(
    name: string,
    props: object,
  ): Promise<{
    html: string
    title: string
    description?: string
    file: string
    styles: string
    needsScript: boolean
  }>
  /** A bundle's exports besides its pages: the sample site exports its URLs and its feed. */
  about?: BundleFacts
}
type BundleFacts = { addresses: Record<string, string>; feed: object }
type Manifest = Record<string, { file: string; imports?: string[] }>

/** The built pages: how to render each one, and what the browser needs to hydrate it. */
export type PageBundle = {
  about: BundleFacts
  render(name: string, props: object): Promise<RenderedPage>
}

export type Hydration = {
  entry: string
  /** The page's own script, and the name of its component there. */
  own: { script: string; component: string }
  /** All scripts that it needs. */
  scripts: string[]
}

export type RenderedPage = {
  html: string
  title: string
  /** For search engines. Pages without one are not indexed. */
  description?: string
  /** Undefined for a page whose HTML is all that a browser needs. */
  hydration?: Hydration
  /** The shared styles and those of the page's feature, and the hash of both for the content security policy. */
  styles: string
  styleHash: string
}

/** The only code that loads the pages, and only by the path of their build. */
export async function loadPageBundle(name: 'product' | 'site' | 'desk'): Promise<PageBundle> {
  const bundle = (await import(pathToFileURL(path.join(DIST, 'ssr', `${name}.js`)).href)) as Bundle
  const manifest = JSON.parse(
    await readFile(path.join(DIST, name === 'desk' ? 'desk' : 'client', '.vite/manifest.json'), 'utf8'),
  ) as Manifest
  const assets = assetsIn(manifest, name === 'desk' ? DESK_ASSETS : ASSETS)
  const sheets = new Map<string, { styles: string; styleHash: string }>()
  /** Many pages share a few style sheets, so each is hashed once. */
  function sheetOf(own: string) {
    const kept = sheets.get(own)
    if (kept) return kept
    const styles = `${bundle.styles}${own}`.trim()
    const sheet = { styles, styleHash: hashOf(styles) }
    sheets.set(own, sheet)
    return sheet
  }
  return {
    about: bundle.about ?? { addresses: {}, feed: {} },
    async render(page, props) {
      const { html, title, description, file, styles, needsScript } = await bundle.renderPage(page, props)
      const source = `${bundle.folder}/${file}.tsx`
      return {
        html,
        title,
        ...(description && { description }),
        ...(needsScript && {
          hydration: {
            entry: assets.urlOf(ENTRY),
            own: { script: assets.urlOf(source), component: path.basename(file) },
            scripts: assets.neededBy([ENTRY, source]),
          },
        }),
        ...sheetOf(styles),
      }
    },
  }
}

/** The hash by which the content security policy allows an inline style or script. */
export function hashOf(inline: string): string {
  return `'sha256-${createHash('sha256').update(inline).digest('base64')}'`
}

/** The built files of a manifest, by the URL where they are served. */
function assetsIn(manifest: Manifest, prefix: string) {
  const urlOf = (key: string) => `${prefix}${manifest[key]?.file ?? ''}`
  function collect(key: string, into: Set<string>): void {
    if (!manifest[key] || into.has(urlOf(key))) return
    into.add(urlOf(key))
    for (const imported of manifest[key].imports ?? []) collect(imported, into)
  }
  return {
    urlOf,
    neededBy(keys: readonly string[]): string[] {
      const scripts = new Set<string>()
      for (const key of keys) collect(key, scripts)
      return [...scripts]
    },
  }
}
