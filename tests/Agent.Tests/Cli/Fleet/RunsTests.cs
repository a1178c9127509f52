using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Tests.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Wire;

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

    private readonly Bench _bench = new();
    private readonly TestAuthority _authority = new();
    private readonly TestServer _server;
    private readonly Shell _shell;
    private ComplianceRun _run = Made;

    public RunsTests()
    {
        _shell = new Shell(_bench);
        _server = new TestServer(_authority)
        {
            Answer = (line, _, _) =>
                line.Contains(AgentPaths.Authority, StringComparison.Ordinal) ? (200, "", _authority.Pem)
                : line.Contains(RunPaths.Run(Made.Id), StringComparison.Ordinal)
                    ? (200, "", JsonSerializer.Serialize(_run, ComplianceJson.Default.ComplianceRun))
                : (200, "", JsonSerializer.Serialize([_run], ComplianceJson.Default.IReadOnlyListComplianceRun)),
        };
    }

    [Theory]
    [InlineData(40, "40", "40 of the compliant")]
    [InlineData(0, "0", "0 of the compliant")]
    [InlineData(null, "not counted", "not counted")]
    public async Task Hosts_without_a_policy_are_counted_beside_the_compliant_ones(int? without, string listed, string shown)
    {
        _run = Made with { WithoutPolicy = without };
        Assert.Matches($"(?m)^kept .* 60 +{listed} +60 ", await RunAsync("list"));
        Assert.Matches($"(?m)^Hosts +60 of 60, 60 compliant\nWithout policy {shown}$", await RunAsync("show", Made.Id));
    }

    public void Dispose()
    {
        _server.Dispose();
        _authority.Dispose();
        _shell.Dispose();
        _bench.Dispose();
    }

    private async Task<string> RunAsync(params string[] typed) =>
        (
            await _shell.RunAsync([
                "fleet",
                "runs",
                .. typed,
                "--server",
                _server.Address.ToString(),
                "--token",
                "t",
                "--ca-pin",
                CaPin.Of(_authority.Root).ToString(),
            ])
        ).Out;
}
