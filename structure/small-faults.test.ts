import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsByWord } from '../proof/small-faults/all-faults.ts'
import { problemOf } from '../proof/small-faults/check-fault.ts'

const root = join(import.meta.dirname, '..')
const faults = Object.values(faultsByWord).flat()

test('each small fault can be made, and the tests that should notice it are there: re-anchor it', () => {
  const problems = faults.flatMap((fault) => {
    const missing = fault.noticedBy.filter((file) => !existsSync(join(root, file)))
    const problem =
      problemOf(fault, root) ?? (missing.length > 0 ? `there is no ${missing.join()}` : undefined)
    return problem ? [`${fault.name}: ${problem}`] : []
  })
  expect(problems).toEqual([])
})

test('each small fault has a name of its own', () => {
  const names = faults.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
