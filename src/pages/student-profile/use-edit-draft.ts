export { useEditDraft } from '@/hooks/use-edit-draft'
