import { type FSWatcher, globSync, watch } from 'node:fs'
import { join } from 'node:path'

/**
 * Reports changes anywhere under a folder. Each folder is watched separately: on Linux, Node's recursive
 * watch loses a file once it is replaced, which git and many editors do.
 */
export function watchFolder(root: string, onChange: (file: string) => void) {
  const watchers = new Map<string, FSWatcher>()
  follow()

  function follow() {
    const folders = new Set([root, ...listFolders(root)])
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue
      watcher.close()
      watchers.delete(folder)
    }
    for (const folder of folders) {
      if (!watchers.has(folder)) watchers.set(folder, watchOne(folder))
    }
  }

  function watchOne(folder: string) {
    return watch(folder, (event, name) => {
      // Only a name that appears or disappears can be a folder.
      if (event === 'rename') follow()
      onChange(join(folder, name ?? ''))
    })
  }
}

function listFolders(root: string): string[] {
  const entries = globSync('**/*', { cwd: root, withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
}
