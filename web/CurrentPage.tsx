import { type ComponentType, createContext, useState } from 'react'

type CurrentPageProps<Props> = { Page: ComponentType<Props>; props: Props }

/** Shows the page with other props. */
export const ShowProps = createContext<(props: object) => void>(() => {})

/** A page that can be shown with props that were read again: without a reload, so input stays. */
export function CurrentPage<Props extends object>({ Page, props }: CurrentPageProps<Props>) {
  const [current, setCurrent] = useState(props)
  return (
    <ShowProps value={setCurrent as (props: object) => void}>
      <Page {...current} />
    </ShowProps>
  )
}
