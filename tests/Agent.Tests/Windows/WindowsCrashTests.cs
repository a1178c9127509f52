using System.Net;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Tests.Windows;

/// <summary>
/// The agent is killed at every point at which it reads or writes the system; the original state must be restored exactly.
/// </summary>
public sealed class WindowsCrashTests
{
    private static readonly (string, int?)[] First = [("default", 12), ("prefix:10.0.0.0/8", 16), ("prefix:fd00::/8", 20)];
    private static readonly (string, int?)[] Second = [("prefix:10.0.0.0/8", 20), ("prefix:172.16.0.0/12", 16)];

    public static TheoryData<string> Versions => ["2012", "2012 R2", "2016", "2019", "2025"];

    [Theory]
    [MemberData(nameof(Versions))]
    public Task Killed_at_any_point_of_an_application_everything_can_be_rolled_back(string version) =>
        AtEveryPointAsync(
            version,
            before: [],
            bench => bench.ApplyAsync(First),
            async (bench, found) =>
            {
                await bench.RollbackAllAsync();
                Assert.Equal(found, bench.Host.ToString());
            }
        );

    [Theory]
    [MemberData(nameof(Versions))]
    public Task Killed_at_any_point_before_a_confirmation_the_next_start_puts_everything_back(string version) =>
        AtEveryPointAsync(
            version,
            before: [],
            async bench =>
            {
                var reconciler = bench.Open();
                await reconciler.ReconcileAsync(WindowsBench.Content(First) with { ConfirmSeconds = 60 }, CancellationToken.None);
            },
            async (bench, found) =>
            {
                var next = bench.Open();
                await next.Rollbacks.RecoverAsync(CancellationToken.None);
                Assert.Equal(found, bench.Host.ToString());
                Assert.Null(next.Pending);
                Assert.Empty(next.Journal.Managed);
                Assert.False(File.Exists(bench.State.File("filters.json")));
            }
        );

    [Theory]
    [MemberData(nameof(Versions))]
    public Task Killed_on_the_way_to_another_policy_it_arrives_there_later_and_can_be_rolled_back(string version) =>
        AtEveryPointAsync(
            version,
            before: First,
            bench => bench.ApplyAsync(Second),
            async (bench, found) =>
            {
                await bench.ApplyAsync(Second);
                Assert.Empty((await bench.PlanAsync(Second)).Plan.Steps);
                await bench.RollbackAllAsync();
                Assert.Equal(found, bench.Host.ToString());
            }
        );

    [Theory]
    [MemberData(nameof(Versions))]
    public Task Killed_while_everything_is_rolled_back_it_can_be_rolled_back_again(string version) =>
        AtEveryPointAsync(
            version,
            before: First,
            bench => bench.RollbackAllAsync(),
            async (bench, found) =>
            {
                await bench.RollbackAllAsync();
                Assert.Equal(found, bench.Host.ToString());
                var next = bench.Open();
                await next.Rollbacks.RecoverAsync(CancellationToken.None);
                Assert.False(File.Exists(bench.State.File("filters.json")));
            }
        );

    /// <summary>
    /// Acts and is killed at the first access to the system, then at the second, …, until it finishes; checks after each.
    /// </summary>
    private static async Task AtEveryPointAsync(
        string version,
        (string, int?)[] before,
        Func<WindowsBench, Task> act,
        Func<WindowsBench, string, Task> check
    )
    {
        var killed = true;
        for (var point = 1; killed; point++)
        {
            using var bench = new WindowsBench(Of(version));
            bench.Host.AddForeign(new TransportFilter(TemplateName.Datacenter, IPNetwork.Parse("10.9.0.0/16")));
            var found = bench.Host.ToString();
            if (before.Length > 0)
                await bench.ApplyAsync(before);
            killed = bench.Kill(point, () => act(bench));
            await check(bench, found);
        }
    }

    private static WindowsVersion Of(string version) =>
        version switch
        {
            "2012" => MemoryWindows.V2012,
            "2012 R2" => MemoryWindows.V2012R2,
            "2016" => MemoryWindows.V2016,
            "2019" => MemoryWindows.V2019,
            _ => MemoryWindows.V2025,
        };
}
