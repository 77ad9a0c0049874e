import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Changes when the required packages change. */
export function fingerprintPackages(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { dependencies, devDependencies, optionalDependencies } = manifest
  return createHash('sha256')
    .update(JSON.stringify({ dependencies, devDependencies, optionalDependencies }))
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/** Changes when the built pages would change. */
export function fingerprintPages(root) {
  const sources = [
    'contract',
    'web',
    'site',
    'vite.config.ts',
    'scripts/build.ts',
    'scripts/choose-chunk.ts',
    'package-lock.json',
  ]
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of listFiles(root, source)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function listFiles(root, path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  const names = readdirSync(full).sort()
  return names.flatMap((name) => listFiles(root, `${path}/${name}`))
}
