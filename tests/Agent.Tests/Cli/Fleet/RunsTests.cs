using System.Text.Json;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>What <c>iwtune fleet runs</c> prints.</summary>
[Collection("command line")]
public sealed class RunsTests : IDisposable
{
    private static readonly ComplianceRun Made = new()
    {
        Id = "0190",
        Cause = RunCause.Asked,
        State = RunState.Kept,
        By = "user:ada",
        Due = new(2026, 11, 14, 9, 30, 0, TimeSpan.Zero),
        Hosts = 60,
        Fleet = 60,
        Compliant = 60,
        WithoutPolicy = 40,
    };

    private readonly FleetShell _fleet = new();
    private ComplianceRun _run = Made;

    public RunsTests() =>
        _fleet.Answer = path =>
            (
                200,
                "",
                path == RunPaths.Run(Made.Id)
                    ? JsonSerializer.Serialize(_run, ComplianceJson.Default.ComplianceRun)
                    : JsonSerializer.Serialize([_run], ComplianceJson.Default.IReadOnlyListComplianceRun)
            );

    [Theory]
    [InlineData(40, "40", "40 of the compliant")]
    [InlineData(0, "0", "0 of the compliant")]
    [InlineData(null, "not counted", "not counted")]
    public async Task Hosts_without_a_policy_are_counted_beside_the_compliant_ones(int? without, string listed, string shown)
    {
        _run = Made with { WithoutPolicy = without };
        Assert.Matches($"(?m)^kept .* 60 +{listed} +60 ", (await _fleet.RunAsync("runs", "list")).Out);
        Assert.Matches(
            $"(?m)^Hosts +60 of 60, 60 compliant\nWithout policy {shown}$",
            (await _fleet.RunAsync("runs", "show", Made.Id)).Out
        );
    }

    public void Dispose() => _fleet.Dispose();
}
