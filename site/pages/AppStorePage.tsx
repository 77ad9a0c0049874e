import type { SitePageProps } from '../page-props.ts'
import { AppListing } from '../parts/AppListing.tsx'

export function AppStorePage({ provider, now }: SitePageProps) {
  return (
    <AppListing
      provider={provider}
      now={now}
      store="App Store"
      device="iPhone"
      setting="APP_STORE_URL"
      other={{ href: provider.links.playStore, text: 'The app for Android' }}
    />
  )
}
