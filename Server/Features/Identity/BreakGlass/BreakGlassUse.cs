using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity.BreakGlass;

/// <summary>Each sign-in of a break-glass account stands on every page until another administrator has seen it.</summary>
internal sealed class BreakGlassUse
{
    public string Id { get; init; } = "";
    public string Name { get; init; } = "";
    public long At { get; init; }
    public string Source { get; init; } = "";

    public static Task<IReadOnlyList<BreakGlassUse>> OpenAsync(DbSession db) =>
        db.ListAsync<BreakGlassUse>(
            "select id, name, at, source from break_glass_uses where acknowledged_at is null order by at desc limit 20"
        );

    public static async Task TellAsync(DbSession write, TimeProvider clock, string name, string method)
    {
        await write.ExecuteAsync(
            "insert into break_glass_uses (id, name, at, source) values (@id, @name, @now, @source)",
            new
            {
                id = clock.NewId(),
                name,
                now = clock.Now(),
                source = Origin.Current,
            }
        );
        await AuditLog.AppendAsync(
            write,
            clock,
            $"user:{name}",
            AccountActions.UseBreakGlass,
            $"user:{name}",
            $"The break-glass account {name} signed in with {method}."
        );
    }

    /// <returns>Why it is impossible; <see langword="null"/> when it is done.</returns>
    public static Task<string?> AcknowledgeAsync(Database database, TimeProvider clock, string actor, string person, string id) =>
        database.WriteAsync<string?>(async write =>
        {
            if (
                await write.FindAsync<BreakGlassUse>(
                    "select id, name, at, source from break_glass_uses where id = @id and acknowledged_at is null",
                    new { id }
                )
                is not { } use
            )
                return "This use does not exist, or was already acknowledged.";
            if (person == $"user:{use.Name}")
                return "The person who signed in cannot acknowledge it; another administrator must.";
            await write.ExecuteAsync(
                "update break_glass_uses set acknowledged_at = @now, acknowledged_by = @actor where id = @id",
                new
                {
                    id,
                    now = clock.Now(),
                    actor,
                }
            );
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                AccountActions.AcknowledgeBreakGlass,
                $"user:{use.Name}",
                $"The use of {use.Name} at {Clock.At(use.At):u} is acknowledged."
            );
            return null;
        });
}
