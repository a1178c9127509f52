using IwTune.Chaos;
using IwTune.Testing;

namespace IwTune.EndToEnd.Chaos;

/// <summary>Two short schedules of <c>./build.sh chaos</c>, one with rollouts, so that it works when it is needed.</summary>
public sealed class ChaosTests
{
    [Theory]
    [InlineData(18)]
    [InlineData(8)]
    public async Task A_schedule_of_faults_loses_nothing(ulong seed)
    {
        Privileged.Require();
        var folder = Directory.CreateTempSubdirectory("iwtune-chaos-tests-").FullName;
        try
        {
            var options = new ChaosOptions(From: seed, Seeds: 1, AtOnce: 1, folder, Keep: false, UntilFound: false);
            var run = new ChaosRun(options);
            await run.RunAsync(TestContext.Current.CancellationToken);
            Assert.Empty(run.Findings);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
