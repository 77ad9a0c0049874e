import { hydrateRoot } from 'react-dom/client'
import { Awake } from './Awake.tsx'
import type { PageTable } from './page-table.ts'

/** Wakes the page that the server has rendered, with the very values that it was rendered from. */
export async function hydrate<Props extends object>(table: PageTable<string, Props>): Promise<void> {
  const root = document.getElementById('page')
  const values = document.getElementById('page-props')
  if (!root || !values) return
  const props = JSON.parse(values.textContent ?? '{}') as Props & { page: string }
  const Page = await table.load(props.page)
  hydrateRoot(
    root,
    <Awake>
      <Page {...props} />
    </Awake>,
  )
}
