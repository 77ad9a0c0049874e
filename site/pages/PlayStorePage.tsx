import type { SitePageProps } from '../page-props.ts'
import { AppListing } from '../parts/AppListing.tsx'

export function PlayStorePage({ provider, now }: SitePageProps) {
  return (
    <AppListing
      provider={provider}
      now={now}
      store="Play Store"
      device="Android"
      setting="PLAY_STORE_URL"
      other={{ href: provider.links.appStore, text: 'The app for iPhone' }}
    />
  )
}
