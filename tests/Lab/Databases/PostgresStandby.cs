namespace IwTune.Lab.Databases;

/// <summary>A streaming standby, whose replay can be paused, and which can become a primary.</summary>
internal sealed class PostgresStandby : IDisposable
{
    private readonly PostgresCluster cluster;

    private PostgresStandby(PostgresCluster cluster) => this.cluster = cluster;

    /// <param name="primary">Started with <c>standbys</c>.</param>
    /// <exception cref="LabException">It does not start; the message has its output.</exception>
    public static PostgresStandby Of(PostgresCluster primary) => new(PostgresCluster.Start(follows: primary, complains: false));

    /// <summary>The lines of its log, which has each statement with its role.</summary>
    public IReadOnlyList<string> Statements => cluster.Statements;

    /// <summary>The address of a database as <c>--database-replica</c> takes it.</summary>
    public string Url(string database, string user = PostgresCluster.User) => cluster.Url(database, user);

    /// <inheritdoc cref="PostgresCluster.Sql"/>
    public string Sql(string database, string statement) => cluster.Sql(database, statement);

    /// <summary>Receives from now on, and shows nothing of it.</summary>
    public async Task PauseAsync()
    {
        Sql("postgres", "select pg_wal_replay_pause()");
        await Until.TrueAsync(
            () => Sql("postgres", "select pg_get_wal_replay_pause_state()").Trim() == "paused",
            () => "the replay does not pause"
        );
    }

    public void Resume() => Sql("postgres", "select pg_wal_replay_resume()");

    /// <summary>Makes it a primary of its own, on the next timeline.</summary>
    public void Promote() => Sql("postgres", "select pg_promote()");

    /// <inheritdoc cref="PostgresCluster.Stop"/>
    public void Stop() => cluster.Stop();

    /// <inheritdoc cref="PostgresCluster.StartAgain"/>
    public void StartAgain() => cluster.StartAgain();

    public void Dispose() => cluster.Dispose();
}
