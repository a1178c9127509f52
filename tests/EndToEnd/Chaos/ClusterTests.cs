using IwTune.Chaos.Cluster;
using IwTune.Chaos.Cluster.Databases;
using IwTune.Chaos.Cluster.Faults;
using IwTune.Lab;

namespace IwTune.EndToEnd.Chaos;

/// <summary>What the run over a cluster works with; the run itself is <c>./build.sh cluster</c>.</summary>
public sealed class ClusterTests
{
    private const string Three = """
        {"members": [{"name": "db1", "role": "leader", "state": "running", "timeline": 2},
          {"name": "db2", "role": "replica", "state": "running", "timeline": 2, "lag": 0},
          {"name": "db3", "role": "sync_standby", "state": "running", "timeline": 2, "lag": 0}]}
        """;

    [Fact]
    public void Faults_can_be_chosen_and_an_unknown_one_is_refused()
    {
        Assert.Equal(ClusterFault.All.Count, ClusterOptions.Read([]).Options!.Faults.Count);
        Assert.Equal(
            ["server-cut", "primary-cut"],
            ClusterOptions.Read(["--only", "server-cut", "--only", "primary-cut"]).Options!.Faults.Select(fault => fault.Name)
        );
        Assert.Equal("--only fire is not understood", ClusterOptions.Read(["--only", "fire"]).Problem);
        Assert.Contains("needs a value", ClusterOptions.Read(["--only"]).Problem, StringComparison.Ordinal);
    }

    [Fact]
    public void A_database_is_whole_when_all_members_run_on_one_timeline_and_one_stands_by_synchronously()
    {
        Assert.Equal(("db1", "db3"), (DatabaseState.Parse(Three).Primary, DatabaseState.Parse(Three).Synchronous));
        Assert.True(DatabaseState.Parse(Three).Whole(3));
        Assert.False(DatabaseState.Parse(Three).Whole(4));
        Assert.False(DatabaseState.Parse(Three.Replace("sync_standby", "replica", StringComparison.Ordinal)).Whole(3));
        Assert.False(Changed("\"timeline\": 2,", "\"timeline\": 1,").Whole(3));
        Assert.False(Changed("replica\", \"state\": \"running", "replica\", \"state\": \"start failed").Whole(3));
    }

    [Fact]
    public void Every_fault_is_in_the_documentation()
    {
        var page = File.ReadAllText(Path.Combine(Binaries.Root, "docs/reliability.md"));
        Assert.All(ClusterFault.All, fault => Assert.Contains($"`{fault.Name}`", page, StringComparison.Ordinal));
    }

    private static DatabaseState Changed(string from, string to) => DatabaseState.Parse(Three.Replace(from, to, StringComparison.Ordinal));
}
