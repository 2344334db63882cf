import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RatingChart } from '@/sessions/rating-chart'

const lesson = (day: string, rating: number) => ({ date: `${day}T12:00:00+00:00`, rating })

describe('the chart of ratings', () => {
  it('says in words what the line shows', () => {
    const { container } = render(
      <RatingChart ratings={[lesson('2026-09-02', 3), lesson('2026-10-02', 1), lesson('2026-11-20', 5)]} />,
    )
    expect(screen.getByText('De 3 em 02/09/2026 a 5 em 20/11/2026, em 3 aulas')).toBeInTheDocument()
    expect(container.querySelector('polyline')).toHaveAttribute('points', '0,50 50,100 100,0')
  })

  it('shows one rating as a point in the middle', () => {
    const { container } = render(<RatingChart ratings={[lesson('2026-11-20', 4)]} />)
    expect(screen.getByText('Uma avaliação: 4 em 20/11/2026')).toBeInTheDocument()
    expect(container.querySelector('polyline')).toHaveAttribute('points', '50,25')
  })

  it('without a rating draws nothing and says so', () => {
    const { container } = render(<RatingChart ratings={[]} />)
    expect(screen.getByText('Nenhuma avaliação ainda')).toBeInTheDocument()
    expect(container.querySelector('svg')).toBeNull()
  })
})
