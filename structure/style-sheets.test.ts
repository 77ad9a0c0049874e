import { expect, test } from 'vitest'
import { classesIn, classesOfPages, readSheets, type StyleSheet } from './style-sheets.ts'

const sheets = readSheets()
const isShared = ({ name }: StyleSheet) => /^web\/(?:desk\/)?styles\//.test(name)
const shared = new Set(sheets.filter(isShared).flatMap(({ selectors }) => selectors.flatMap(classesIn)))

/** `web/features/account/plan/plan.css` → `plan`: the prefix of its class names. */
function wordOf({ name }: StyleSheet): string {
  return name.startsWith('site/') ? 'site' : (name.split('/').at(-2) ?? '')
}

test("a feature's classes begin with its word, so that names never clash", () => {
  const foreign = sheets
    .filter((sheet) => !isShared(sheet))
    .flatMap((sheet) => {
      const text = [sheet, ...broughtBy(sheet).filter((other) => !isShared(other))].map(wordOf)
      const isOwn = (name: string) => text.some((word) => name === word || name.startsWith(`${word}-`))
      return sheet.selectors
        .flatMap((selector) => selector.split(/[\s>+~]+/))
        .filter((compound) => !classesIn(compound).some(isOwn))
        .filter((compound) => classesIn(compound).some((name) => !shared.has(name)))
        .map((compound) => `${sheet.name}: ${compound}`)
    })
  expect(foreign).toEqual([])
})

test('shared style sheets name no feature: keep its styles beside it', () => {
  const text = sheets.filter((sheet) => sheet.name.startsWith('web/features/')).map(wordOf)
  const named = [...shared].filter((name) => text.some((word) => name.startsWith(`${word}-`)))
  expect(named.filter((name) => name !== 'plan-bar')).toEqual([])
})

test('a page inlines the styles of every class that it names: import the sheet that has it', () => {
  const known = new Set(sheets.flatMap(({ selectors }) => selectors.flatMap(classesIn)))
  const missing = [...classesOfPages()].flatMap(([page, named]) => {
    const inlined = [everywhereAround(page), sheetOf(page)]
      .flatMap((sheet) => (sheet ? [sheet, ...broughtBy(sheet)] : []))
      .flatMap(({ selectors }) => selectors.flatMap(classesIn))
    return [...named]
      .filter((name) => known.has(name) && !inlined.includes(name))
      .map((name) => `${page}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('spacing and type come from the tokens, except for drawings', () => {
  const isSpace = /^(?:(?:row-|column-)?gap|(?:margin|padding)(?:-.+)?)$/
  const isType = /^font(?:-size|-weight)?$/
  const literals = sheets.flatMap(({ name, declarations }) =>
    declarations
      .filter(({ selector }) => !/::(?:before|after)$/.test(selector))
      .filter(({ property }) => isSpace.test(property) || isType.test(property))
      .filter(({ property, value }) => {
        const rest = value.replace(/var\([^)]*\)|clamp\([^)]*\)|\/ [\d.]+|[\d.]+em\b/g, '')
        return isType.test(property) ? /\d/.test(rest) : /\b(?!1px)\d+px/.test(rest)
      })
      .map(({ property, value }) => `${name}: ${property}: ${value}`),
  )
  expect(literals).toEqual([])
})

test('every rule is in a cascade layer, so that its weight does not depend on order of loading', () => {
  const outside = sheets
    .filter((sheet) => !isShared(sheet))
    .filter(({ rules }) => rules !== '' && !/^@layer (?:area|feature) \{[\s\S]*\}$/.test(rules))
  expect(outside.map(({ name }) => name)).toEqual([])
})

/** What the page inlines regardless of its feature. */
function everywhereAround(page: string): StyleSheet | undefined {
  const shared = page.startsWith('web/desk/') ? 'web/desk/styles/desk.css' : 'web/styles/shared.css'
  return sheets.find(({ name }) => name === shared)
}

function sheetOf(page: string): StyleSheet | undefined {
  const [, folder, word] = /^(web\/(?:features|desk)\/(?:.+\/)?([^/]+))\/[^/]+$/.exec(page) ?? []
  const ofSite = page.endsWith('/PricingPage.tsx') ? 'site/styles/pricing.css' : 'site/styles/site.css'
  const name = folder ? `${folder}/${word}.css` : ofSite
  return sheets.find((sheet) => sheet.name === name)
}

function broughtBy(sheet: StyleSheet): StyleSheet[] {
  return sheet.imports.flatMap((name) => {
    const found = sheets.find((other) => other.name === name)
    return found ? [found, ...broughtBy(found)] : []
  })
}
