using IwTune.Lab;
using IwTune.Lab.Databases;
using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Storage.Replicas;

[CollectionDefinition(nameof(Replicated))]
public sealed class ReplicatedCollection : ICollectionFixture<Replicated>;

/// <summary>The PostgreSQL of a store, and a streaming standby of it with a role that can only read.</summary>
public sealed class Replicated : IDisposable
{
    public const string Reader = "iwtune_report";
    private const string Name = "postgres";

    public Replicated()
    {
        Primary = PostgresCluster.Start(durable: true, standbys: true, complains: false);
        Administer($"create role {Reader} login");
        Administer($"grant pg_read_all_data to {Reader}");
        Standby = PostgresStandby.Of(Primary);
    }

    internal PostgresCluster Primary { get; }

    internal PostgresStandby Standby { get; }

    /// <summary>Runs SQL on the primary as an administrator.</summary>
    public void Administer(string sql) => Primary.Sql(Name, sql);

    /// <summary>The address of the store.</summary>
    public string Url => Primary.Url(Name);

    /// <summary>The address of its standby for long readings.</summary>
    public string ReplicaUrl => Standby.Url(Name, Reader);

    internal Task<Database> OpenAsync(TimeProvider clock, string? replica = null) => OpenAsync(Url, replica ?? ReplicaUrl, clock);

    internal static Task<Database> OpenAsync(string url, string? replica, TimeProvider clock)
    {
        var problems = new List<string>();
        var place = StorePlace.Read("", url, null, replica, null, problems);
        Assert.Empty(problems);
        return Database.OpenAsync(place, clock);
    }

    /// <summary>Waits until the standby has what the primary has.</summary>
    internal Task CaughtUpAsync()
    {
        var place = Primary.Sql(Name, "select pg_current_wal_flush_lsn()").Trim();
        return Until.TrueAsync(
            () => Standby.Sql(Name, $"select pg_last_wal_replay_lsn() >= '{place}'").Trim() == "t",
            () => "the standby does not follow"
        );
    }

    /// <summary>As before the test: it runs, follows, and has its settings.</summary>
    internal void Reset()
    {
        Standby.Stop();
        Standby.StartAgain();
    }

    public void Dispose()
    {
        Standby.Dispose();
        Primary.Dispose();
    }
}
