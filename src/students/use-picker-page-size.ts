import { BREAKPOINTS, studentPickerPageSize } from '@/core/constants'
import { useMediaQuery } from '@/ui/use-media-query'

export function usePickerPageSize(): number {
  const medium = useMediaQuery(`(min-width: ${BREAKPOINTS.medium}px)`)
  const wide = useMediaQuery(`(min-width: ${BREAKPOINTS.wide}px)`)
  return studentPickerPageSize(wide ? BREAKPOINTS.wide : medium ? BREAKPOINTS.medium : 0)
}
