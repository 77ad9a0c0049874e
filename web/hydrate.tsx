import { type ComponentType, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { CurrentPage } from './CurrentPage.tsx'
import { Hydrated } from './Hydrated.tsx'
import { componentOf, type PageModule } from './page-module.ts'

void hydrate()

/** Hydrates the server-rendered page with the same values. */
async function hydrate(): Promise<void> {
  const root = document.getElementById('page')
  const values = document.getElementById('page-props')
  if (!root || !values) return
  const { script = '', component = '' } = values.dataset
  const props = JSON.parse(values.textContent ?? '{}') as object
  const module = (await import(/* @vite-ignore */ script)) as PageModule<object>
  const Page: ComponentType<object> = await componentOf(module, component, props)
  // In a transition React yields to the browser every few milliseconds, and hydrates at once what is pressed.
  startTransition(() => {
    hydrateRoot(
      root,
      <Hydrated>
        <CurrentPage Page={Page} props={props} />
      </Hydrated>,
    )
  })
  // From now on React answers presses itself: it hydrates first what is pressed.
  document.documentElement.dataset.answers = ''
}
