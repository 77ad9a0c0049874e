import { Banner } from '#web/ui/Banner.tsx'
import type { News } from './use-people.ts'

/** What became of the last action of a tile, below its heading. */
export function TileNews({ news }: { news: News | undefined }) {
  return (
    <>
      <div role="status">{news?.tone === 'ok' && <div className="banner ok">{news.text}</div>}</div>
      {news?.tone === 'bad' && <Banner tone="bad">{news.text}</Banner>}
    </>
  )
}
