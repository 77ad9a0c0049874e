-- How rare a part of a name is. PostgreSQL does not use what it knows of a partial index, as agents_by_part_of_name is, and took
-- three letters for so common that it read all people in the order of their ids until it had found fifty of them.
set local statement_timeout = 0;
create statistics if not exists names_of_agents on (folded(first_name || ' ' || last_name)) from agents;

-- Of a table without rows the planner would keep in mind that it is empty.
do $$
begin
  if exists (select from agents) then
    analyze agents;
  end if;
end $$;
