using Dapper;
using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Features.Backups;

/// <summary>A store as the version before this one left it: without the last step of the schema.</summary>
internal static class OlderSchema
{
    private const int Last = 50;

    public static async Task MakeAsync(StorePlace place)
    {
        using var database = await Database.OpenAsync(place, TimeProvider.System);
        await using var connection = await database.Store.ConnectAsync(CancellationToken.None);
        Assert.Equal(Last, await connection.ExecuteScalarAsync<int>("select max(number) from migrations"));
        await connection.ExecuteAsync("drop index hosts_members");
        await connection.ExecuteAsync("delete from migrations where number = @Last", new { Last });
    }

    public static async Task<bool> IsAsync(StorePlace place)
    {
        using var database = await Database.OpenAsync(place, TimeProvider.System, SchemaUse.AsItIs);
        return await database.ReadAsync(db => db.ValueAsync<long>("select max(number) from migrations")) == Last - 1;
    }
}
