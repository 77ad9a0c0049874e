import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { SmallFault } from './fault.ts'
import { run } from './run-tests.ts'

const ownRoot = join(import.meta.dirname, '../..')
const notCopied = new Set(['node_modules', '.git', '.data', 'test-results', 'dist', '.cache'])

/** A copy of a checkout that may be broken: the checkout itself is never changed. */
export type ScratchTree = {
  root: string
  /** Applies the fault, does the work and restores everything. */
  broken<T>(fault: SmallFault, work: () => Promise<T>): Promise<T>
  /** Rebuilds the pages, so that they include the fault. */
  buildPages(): Promise<void>
  remove(): Promise<void>
}

export async function copyTree(source: string, stop: AbortSignal): Promise<ScratchTree> {
  const root = await mkdtemp(join(tmpdir(), 'front-desk-fault-'))
  const remove = () => rm(root, { recursive: true, force: true, maxRetries: 5 })
  const [dist, cleanDist] = [join(root, 'dist'), join(root, 'dist-clean')]
  let isRebuilt = false

  for (const name of await readdir(source)) {
    if (!notCopied.has(name)) await cp(join(source, name), join(root, name), { recursive: true })
  }
  // A checkout that was never run borrows these from this one.
  for (const [name, to] of [
    ['dist', cleanDist],
    ['.cache', join(root, '.cache')],
  ] as const) {
    const has = (await readdir(source)).includes(name)
    await cp(join(has ? source : ownRoot, name), to, { recursive: true, filter: isWanted })
  }
  await cp(cleanDist, dist, { recursive: true })
  await symlink(join(ownRoot, 'node_modules'), join(root, 'node_modules'))

  return {
    root,
    async broken({ file, from, to }, work) {
      const path = join(root, file)
      const text = await readFile(path, 'utf8')
      await writeFile(path, text.split(from).join(to))
      try {
        return await work()
      } finally {
        await writeFile(path, text)
        if (isRebuilt) await restorePages()
      }
    },
    async buildPages() {
      if (isRebuilt) return
      isRebuilt = true
      const { code, output } = await run(root, ['scripts/build.ts'], {}, stop)
      if (code !== 0) throw new Error(`The pages could not be built:\n${output}`)
    },
    remove,
  }

  async function restorePages() {
    await rm(dist, { recursive: true, force: true })
    await cp(cleanDist, `${dist}-new`, { recursive: true })
    await rename(`${dist}-new`, dist)
    isRebuilt = false
  }
}

/** Reports of earlier runs may lie in the cache; a socket or a lock cannot be copied. */
function isWanted(path: string): boolean {
  return !/\.(?:sock|lock|pid)$/.test(basename(path))
}
