import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type * as launching from '../scripts/launch-product.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** Runs the product of an earlier commit, with the packages of this one, beside what is measured. */
export async function withEarlierBuild<Result>(
  commit: string,
  measure: (url: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'front-desk-earlier-'))
  await run('git', ['worktree', 'add', '--detach', join(folder, 'build'), commit], { cwd: root })
  try {
    const build = join(folder, 'build')
    await symlink(join(root, 'node_modules'), join(build, 'node_modules'))
    await run(process.execPath, ['scripts/build.ts'], { cwd: build })
    const { launchProduct, asShipped } = (await import(
      pathToFileURL(join(build, 'scripts/launch-product.ts')).href
    )) as typeof launching
    const product = await launchProduct({ DATA_DIR: join(folder, 'data') }, asShipped)
    return await measure(product.url).finally(() => product.stop())
  } finally {
    await run('git', ['worktree', 'remove', '--force', join(folder, 'build')], { cwd: root })
    await rm(folder, { recursive: true, force: true })
  }
}
