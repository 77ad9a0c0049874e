import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Packages that determine the template's content, besides the migrations.
const makers = ['@electric-sql/pglite', 'pg-boss']

/** Path of the database template for these migrations and packages; another set has another file. */
export function templatePath(root) {
  const hash = createHash('sha256')
  const migrations = join(root, 'migrations')
  for (const name of readdirSync(migrations).sort()) {
    if (!name.endsWith('.sql')) continue
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(migrations, name)))
      .update('\0')
  }
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const name of makers) hash.update(`${name}@${lock.packages[`node_modules/${name}`].version}\0`)
  return join(root, '.cache', `template-${hash.digest('hex').slice(0, 16)}.tar`)
}
