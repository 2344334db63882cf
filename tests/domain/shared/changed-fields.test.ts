import { expect, it } from 'vitest'
import { changedFields } from '@/core/records'

it('an edit sends the fields that differ from what was seen, and nothing when none does', () => {
  const seen = { name: 'Ana', phone: '' }
  expect(changedFields({ name: 'Ana', phone: '11987654321' }, seen)).toEqual({ phone: '11987654321' })
  expect(changedFields({ ...seen }, seen)).toBeNull()
})
