using Npgsql;

namespace IwTune.Server.Tests.Running;

/// <summary>
/// A database of a finished test that the next one uses: making one waits for a checkpoint with the writes of all others, and copies
/// hundreds of files.
/// </summary>
internal static class EmptiedStore
{
    /// <summary>
    /// What the template has besides the schema: its rows, a note of every later change of the schema, and the function that empties.
    /// </summary>
    private const string Preparation = """
        create schema testing;
        create table testing.seeds (name name primary key);
        do $$
        declare t record; filled boolean;
        begin
          for t in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
            execute format('select exists (select from public.%I)', t.relname) into filled;
            if filled then
              insert into testing.seeds values (t.relname);
              execute format('create table testing.%I as table public.%I', 'seed_' || t.relname, t.relname);
            end if;
          end loop;
        end $$;
        create table testing.changes (tag text);
        create function testing.emptied() returns boolean language plpgsql as $$
        declare t record;
        begin
          perform pg_terminate_backend(pid, 5000) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid();
          if exists (select from testing.changes)
            or exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase where d.datname = current_database())
            or pg_database_size(current_database()) > 40000000
          then
            return false;
          end if;
          -- Neither foreign keys nor triggers that refuse to delete.
          set local session_replication_role = replica;
          for t in
            select relname from pg_class
            where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
          loop
            execute format('delete from public.%I', t.relname);
          end loop;
          for t in select name from testing.seeds loop
            execute format('insert into public.%I select * from testing.%I', t.name, 'seed_' || t.name);
          end loop;
          return true;
        end $$;
        create function testing.note() returns event_trigger language plpgsql as $$
        begin
          insert into testing.changes values (tg_tag);
        end $$;
        create event trigger note on ddl_command_end execute function testing.note();
        """;

    /// <summary>Makes databases that are copied from this one able to be emptied.</summary>
    /// <param name="template">Its connection string.</param>
    public static async Task PrepareAsync(string template)
    {
        await using var connection = new NpgsqlConnection(template);
        await connection.OpenAsync();
        await using var command = new NpgsqlCommand(Preparation, connection);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Ends its connections, and makes it as it was when it was copied.</summary>
    /// <param name="address">Its connection string.</param>
    /// <returns>False when it cannot be used again: its schema or its settings were changed, or it has become large.</returns>
    public static async Task<bool> TryAsync(string address)
    {
        try
        {
            await using var connection = new NpgsqlConnection(address);
            await connection.OpenAsync();
            await using var command = new NpgsqlCommand("select testing.emptied()", connection);
            return await command.ExecuteScalarAsync() is true;
        }
        catch (NpgsqlException)
        {
            return false;
        }
    }
}
