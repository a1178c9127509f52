using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Running;

/// <summary>A store that fails at one kind of write, on whichever database the tests run.</summary>
internal static class BrokenStore
{
    /// <param name="server">The server of the store.</param>
    /// <param name="at">As a trigger has it: <c>insert on audit</c>.</param>
    /// <param name="when">Which rows; empty for all.</param>
    public static Task<int> BreakAsync(this RunningServer server, string at, string when = "") => server.Database.BreakAsync(at, when);

    public static Task<int> MendAsync(this RunningServer server) => server.Database.MendAsync();

    /// <inheritdoc cref="BreakAsync(RunningServer, string, string)"/>
    public static Task<int> BreakAsync(this Database store, string at, string when = "") =>
        store.WriteAsync(async write =>
        {
            if (!TestStore.IsPostgres)
                return await write.ExecuteAsync(
                    $"create trigger broken before {at} {(when.Length == 0 ? "" : $"when {when}")} begin select raise(abort, 'broken "
                        + "for a test'); end"
                );
            await write.ExecuteAsync(
                "create function broken() returns trigger language plpgsql as 'begin raise exception ''broken for a test''; end'"
            );
            return await write.ExecuteAsync(
                $"create trigger broken before {at} for each row {(when.Length == 0 ? "" : $"when ({when})")} execute function broken()"
            );
        });

    public static Task<int> MendAsync(this Database store) =>
        store.WriteAsync(write => write.ExecuteAsync(TestStore.IsPostgres ? "drop function broken() cascade" : "drop trigger broken"));
}
