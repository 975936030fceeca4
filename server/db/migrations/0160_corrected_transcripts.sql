-- Words that a person has corrected outlive another reading of the same recording.
alter table transcripts add column corrected_at timestamptz;
