import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { NO_STUDENT_FILTERS, type StudentFilters } from '@/domain/students/students'
import { readFilters, writeFilters } from './filters-in-address'

/** A pause in typing after which the search goes into the address: Safari refuses more than 100 changes in 30 s. */
const TYPING_PAUSE_MS = 300

const asText = (filters: StudentFilters): string => writeFilters(new URLSearchParams(), filters).toString()

export interface StudentFilterState {
  filters: StudentFilters
  change: (change: Partial<StudentFilters>) => void
  clear: () => void
  /** Puts what was typed into the address now: before leaving, so that coming back finds it. */
  flush: () => void
}

/**
 * The filters of the list. They act at once, and the address follows them, so that reload, back and a shared link
 * keep them.
 */
export function useStudentFilters(): StudentFilterState {
  // The location and not the parameters alone: two changes of ours that cancel out leave the same parameters, and
  // have arrived all the same.
  const location = useLocation()
  const [params, setParams] = useSearchParams()
  const [filters, setFilters] = useState(() => readFilters(params))
  const now = useRef({ filters, address: filters, setParams })
  const timer = useRef<number | undefined>(undefined)
  /** What is on its way into the address; null when nothing is. */
  const sent = useRef<string | null>(null)

  useEffect(() => {
    const address = readFilters(new URLSearchParams(location.search))
    now.current = { ...now.current, address, setParams }
    const text = asText(address)
    if (sent.current === text) sent.current = null
    else if (sent.current === null && timer.current === undefined) {
      // Somebody else changed the address, the way back or 'Alunos' in the menu: it wins.
      now.current.filters = address
      setFilters(address)
    }
  }, [location, setParams])

  const flush = useCallback(() => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    const { filters: wanted, address, setParams: go } = now.current
    const text = asText(wanted)
    if (text === (sent.current ?? asText(address))) return
    sent.current = text
    go((current) => writeFilters(current, wanted), { replace: true })
  }, [])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const change = useCallback(
    (some: Partial<StudentFilters>) => {
      const wanted = { ...now.current.filters, ...some }
      now.current.filters = wanted
      setFilters(wanted)
      window.clearTimeout(timer.current)
      timer.current = undefined
      if (Object.keys(some).every((name) => name === 'text')) {
        timer.current = window.setTimeout(flush, TYPING_PAUSE_MS)
      } else {
        flush()
      }
    },
    [flush],
  )
  const clear = useCallback(() => change(NO_STUDENT_FILTERS), [change])
  return { filters, change, clear, flush }
}
