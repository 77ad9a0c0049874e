import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showPageHtml } from '#web/test-kit/show.tsx'

const main = page.getByRole('main')
const open = (query = {}) => showPageHtml('browser-select', { values: {}, query })

beforeEach(() => open())

test('says without any script that Internet Explorer is not supported [BRS-01, RTE-13]', async () => {
  await expect.element(main).toMatchTextContent(/The sites of Ringwell do not support Internet Explorer/)
  await expect.element(main).not.toMatchTextContent(/Success!/)
})

test.each([
  ['Chrome', 'https://www.google.com/chrome/'],
  ['Firefox', 'https://www.mozilla.org/firefox/new/'],
  ['Safari', 'https://www.apple.com/safari/'],
  ['Edge', 'https://www.microsoft.com/edge'],
])('it offers %s at the address of its maker [BRS-02]', async (name, url) => {
  await expect.element(page.getByRole('link', { name: new RegExp(name) })).toHaveAttribute('href', url)
})

test('tells someone who has just signed up to wait for the mail [BRS-03]', async () => {
  await open({ status: 'registered' })
  await expect
    .element(main.getByRole('status'))
    .toHaveTextContent(
      'Success! Your account is currently being set up. This can take 5-10 minutes, please wait for your confirmation e-mail to log into Ringwell.',
    )
})

test('an unknown status says nothing [BRS-03]', async () => {
  await open({ status: 'bogus' })
  await expect.element(main).not.toMatchTextContent(/Success!/)
})

test('reads in order where styles are not supported [BRS-01, BRS-02]', () => {
  document.querySelector('#styles')?.remove()
  const words = ['do not support Internet Explorer', 'from Google', 'from Microsoft', 'Contact support']
  const tops = words.map((text) => page.getByText(new RegExp(text)).element().getBoundingClientRect().top)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(new Set(tops).size).toBe(words.length)
})
