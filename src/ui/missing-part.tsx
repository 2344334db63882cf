import { Missing } from './missing'

/** In the place of a part of a page whose files could not be fetched, so that the rest stays on screen. */
export const MissingPart = () => (
  <div className="flex flex-col items-start gap-2">
    <Missing as="h2" />
  </div>
)
