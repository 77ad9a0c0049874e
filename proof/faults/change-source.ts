import { registerHooks } from 'node:module'

/**
 * Runs the product with one line of its source changed, to check that a proof detects it. Loaded with
 * `--import`.
 */
export function changeSource(file: string, from: string, to: string): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(file)) return loaded
      const source = String(loaded.source)
      if (!source.includes(from)) throw new Error(`${file} does not say "${from}" any more`)
      return { ...loaded, source: source.replace(from, to) }
    },
  })
}
