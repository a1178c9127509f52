using IwTune.Chaos.Checking;
using IwTune.Lab.Databases;

namespace IwTune.Chaos.Running.Stores;

/// <summary>A PostgreSQL of this run alone.</summary>
internal sealed class PostgresStore : RunStore
{
    private const string Name = "iwtune";

    private readonly PostgresCluster cluster;

    /// <param name="like">What it begins with a copy of; <see langword="null"/> for an empty database.</param>
    public PostgresStore(PostgresCluster? like)
    {
        // Its errors are what the run makes.
        cluster = PostgresCluster.Start(durable: true, like: like, complains: false);
        if (like is null)
            cluster.Sql("postgres", $"create database {Name}");
    }

    public override IReadOnlyList<string> Options => ["--database", cluster.Url(Name)];

    public override RunStore Copy() => new PostgresStore(cluster);

    public override void Close() => cluster.Stop();

    public override void Kill() => cluster.Kill();

    public override void StartAgain() => cluster.StartAgain();

    public override void Lose()
    {
        cluster.Sql("postgres", $"drop database {Name} with (force)");
        cluster.Sql("postgres", $"create database {Name}");
    }

    public override StoreCopy Read(string data) => StoreCopy.Read(statement => cluster.Sql(Name, statement), Operations.Policy);

    public override void Dispose()
    {
        cluster.Dispose();
        base.Dispose();
    }
}
