-- What is to be paid, as people read it; null of payments that were prepared before.
alter table payment add column label text;

-- When the payment became the answer of its chat; one that was made and never did is reported. Of those from before nobody knows.
alter table payment add column answered_at timestamptz(3);
update payment set answered_at = paid_at where paid_at is not null;
