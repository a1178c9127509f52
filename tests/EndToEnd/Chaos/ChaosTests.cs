using IwTune.Chaos;
using IwTune.Testing;

namespace IwTune.EndToEnd.Chaos;

/// <summary>
/// Short schedules of <c>./build.sh chaos</c>, so that it works when it is needed: one with rollouts, one whose database is killed, and
/// two in which a host leaves.
/// </summary>
public sealed class ChaosTests
{
    [Theory]
    [InlineData(28, "sqlite")]
    [InlineData(30, "sqlite")]
    [InlineData(2, "postgres")]
    public async Task A_schedule_of_faults_loses_nothing(ulong seed, string store)
    {
        Privileged.Require();
        var folder = Directory.CreateTempSubdirectory("iwtune-chaos-tests-").FullName;
        try
        {
            var (options, _) = ChaosOptions.Read(["--from", $"{seed}", "--seeds", "1", "--database", store, "--out", folder]);
            var run = new ChaosRun(options!);
            await run.RunAsync(TestContext.Current.CancellationToken);
            Assert.Empty(run.Findings);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
