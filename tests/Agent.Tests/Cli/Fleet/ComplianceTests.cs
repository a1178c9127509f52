using System.Text.Json;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>What <c>iwtune fleet compliance</c> asks and prints.</summary>
[Collection("command line")]
public sealed class ComplianceTests : IDisposable
{
    private static readonly DateTimeOffset At = new(2026, 11, 14, 9, 30, 0, TimeSpan.Zero);

    private readonly FleetShell _fleet = new();
    private FleetCompliance _answer = Answered();

    public ComplianceTests() => _fleet.Answer = _ => (200, "", JsonSerializer.Serialize(_answer, ComplianceJson.Default.FleetCompliance));

    [Fact]
    public async Task Groups_are_printed_and_count_repaired_hosts_as_compliant()
    {
        var said = await RunAsync("--by", "site");
        Assert.Contains("by=site", _fleet.Asked[^1], StringComparison.Ordinal);
        Assert.Equal(2, said.Exit);
        var lines = said.Out.Split('\n').SkipWhile(line => !line.StartsWith("SITE", StringComparison.Ordinal)).Take(3);
        Assert.Equal(
            ["SITE HOSTS COMPLIANT NOTE", "fra 3 66.7 % 1 drifted, 1 repaired", "- 1 100.0 %"],
            lines.Select(line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries)))
        );
    }

    [Fact]
    public async Task Hosts_without_a_policy_have_no_share()
    {
        _answer = _answer with { By = "policy" };
        Assert.Matches(@"(?m)^- +1 +- *$", (await RunAsync()).Out);
    }

    [Fact]
    public async Task Compliant_hosts_without_a_policy_are_counted_beside_the_share_of_their_group()
    {
        _answer = _answer with { WithoutPolicy = 2, Groups = [.. _answer.Groups.Select(group => group with { WithoutPolicy = 1 })] };
        var said = (await RunAsync("--by", "site")).Out;
        Assert.Contains("Compliant hosts without a policy: 2\n", said, StringComparison.Ordinal);
        Assert.Matches(@"(?m)^fra +3 +66\.7 % +1 compliant without a policy, 1 drifted, 1 repaired *$", said);
        Assert.Matches(@"(?m)^- +1 +- +1 compliant without a policy *$", said);
    }

    [Fact]
    public async Task Every_moment_is_written_in_one_way_and_JSON_has_the_servers_sentence()
    {
        const string sentence =
            "Complete up to 2026-11-14 08:14:00 UTC: from then until 2026-11-14 08:31:00 UTC the server evaluated no host.";
        _answer = _answer with { Watermark = new(At, 0, sentence) };
        var said = string.Join(' ', (await RunAsync()).Out.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("As of 2026-11-14 09:30:00Z: 4 of 4 hosts.", said, StringComparison.Ordinal);
        Assert.Contains("Complete up to 2026-11-14 08:14:00Z: from then until 2026-11-14 08:31:00Z the", said, StringComparison.Ordinal);
        Assert.DoesNotContain("UTC", said, StringComparison.Ordinal);
        Assert.Contains(sentence, (await RunAsync("--json")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_instant_that_late_reports_corrected_names_the_option_for_what_was_known_then()
    {
        _answer = _answer with { Corrected = 2 };
        Assert.Contains("Without later reports: --known-at 2026-11-14T09:30:00.000Z\n", (await RunAsync()).Out, StringComparison.Ordinal);

        _answer = _answer with { Corrected = 0, Known = At };
        var said = await RunAsync("--as-of", "2026-11-14T09:30Z", "--known-at", "2026-11-14T09:30Z");
        Assert.Contains("As known at 2026-11-14 09:30:00Z.\n", said.Out, StringComparison.Ordinal);
        Assert.Contains("&asOf=2026-11-14T09:30:00.000Z&known=2026-11-14T09:30:00.000Z", _fleet.Asked[^1], StringComparison.Ordinal);
    }

    public void Dispose() => _fleet.Dispose();

    private static FleetCompliance Answered() =>
        new()
        {
            AsOf = At,
            Watermark = new(At, 0, "Every host had reported."),
            Fleet = 4,
            Matched = 4,
            States = new Dictionary<Verdict, int>
            {
                [Verdict.Compliant] = 2,
                [Verdict.Repaired] = 1,
                [Verdict.Drifted] = 1,
            },
            Because = [],
            By = "site",
            Groups =
            [
                new(
                    "fra",
                    3,
                    new Dictionary<Verdict, int>
                    {
                        [Verdict.Compliant] = 1,
                        [Verdict.Repaired] = 1,
                        [Verdict.Drifted] = 1,
                    }
                ),
                new("", 1, new Dictionary<Verdict, int> { [Verdict.Compliant] = 1 }),
            ],
            Hosts = [],
        };

    private Task<Said> RunAsync(params string[] typed) => _fleet.RunAsync(["compliance", .. typed]);
}
