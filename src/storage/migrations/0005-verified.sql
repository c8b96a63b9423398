-- Nobody vouched for it, until somebody does: there is no third answer (interface §2, "Workspace").
update workspace set is_verified = false where is_verified is null;
alter table workspace alter column is_verified set default false, alter column is_verified set not null;
