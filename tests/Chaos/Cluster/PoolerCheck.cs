using IwTune.Chaos.Cluster.Machines;

namespace IwTune.Chaos.Cluster;

/// <summary>A server refuses a PgBouncer that gives its sessions to others between transactions, and says why.</summary>
internal static class PoolerCheck
{
    private const int Port = 6433;

    /// <returns>What is wrong.</returns>
    public static async Task<IReadOnlyList<string>> RunAsync(ClusterGround ground)
    {
        var node = await ground.Database.PrimaryAsync();
        using var pooler = node.StartTransactionPooler(Port);
        await pooler.WaitForLineAsync("process up");
        var said = ground.Servers[0].Refused(Port, ground.Database, node.Machine);
        return said.ExitCode != 0 && said.Error.Contains("pool_mode = session", StringComparison.Ordinal)
            ? []
            : [$"a server starts over a PgBouncer in transaction mode, or does not say why it does not: {said}"];
    }
}
