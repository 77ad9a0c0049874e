import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { faultsByWord } from '../proof/small-faults/all-faults.ts'
import { problemOf } from '../proof/small-faults/check-fault.ts'

const changes = vi.hoisted(() => [] as { file: string; from: string }[])
vi.mock('../proof/faults/change-source.ts', () => ({
  changeSource: (file: string, from: string) => changes.push({ file, from }),
}))

const root = join(import.meta.dirname, '..')
const faults = Object.values(faultsByWord).flat()

test('each small fault applies, and the tests that should notice it exist: re-anchor it', () => {
  const problems = faults.flatMap((fault) => {
    const missing = fault.noticedBy.filter((file) => !existsSync(join(root, file)))
    const problem =
      problemOf(fault, root) ?? (missing.length > 0 ? `there is no ${missing.join()}` : undefined)
    return problem ? [`${fault.name}: ${problem}`] : []
  })
  expect(problems).toEqual([])
})

test('each small fault has a unique name', () => {
  const names = faults.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('each fault of a proof finds the text that it changes: re-anchor it', async () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const faults = globSync(['proof/faults/*.ts', 'proof/kit/**/*.ts', 'bench/*.ts'], { cwd: root }).filter(
    (file) => read(file).includes("/change-source.ts'"),
  )
  for (const file of faults) await import(join(root, file))
  expect(changes.length).toBeGreaterThanOrEqual(faults.length)
  expect(changes.filter(({ file, from }) => !read(file).includes(from))).toEqual([])
})
