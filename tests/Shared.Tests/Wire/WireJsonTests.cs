using System.Text;
using System.Text.Json;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Wire;

/// <summary>The wire format as bytes: the contract of an agent of today and a server of tomorrow.</summary>
public sealed class WireJsonTests
{
    private static readonly string Digest = "sha256:" + new string('a', 64);
    private static readonly DateTimeOffset Expires = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void A_check_in_is_small()
    {
        var quiet = new CheckInRequest(
            new(12_345_678, Digest, Expires),
            new string('f', 32),
            "3b1a8a3e-7c0e-4d2f-9d5b-0c3a1f1f2b77",
            1_000_000,
            Reported: 1_000_000,
            Nonce: "abcdef"
        );
        Assert.InRange(JsonSerializer.SerializeToUtf8Bytes(quiet, WireJson.Default.CheckInRequest).Length, 1, 300);
    }

    [Fact]
    public void A_bundle_is_written_like_this()
    {
        var bundle = new Bundle(
            7,
            Expires.AddDays(-7),
            Expires,
            new()
            {
                Policy = "edge",
                Revision = 2,
                PolicyDigest = "sha256:00",
                ConfirmSeconds = 120,
                Limits = new(32, 2),
                Windows = [new("default", 10, null), new("prefix:10.0.0.0/8", 16, 90)],
            }
        );
        var json = JsonSerializer.Serialize(bundle, WireJson.Default.Bundle);
        Assert.Equal(
            """
            {"sequence":7,"issued":"2026-11-21T12:00:00+00:00","expires":"2026-11-28T12:00:00+00:00","content":{"policy":"edge","revision":2,
            "policyDigest":"sha256:00","mode":"Enforce","confirmSeconds":120,"limits":{"max":32,"stepFactor":2},
            "windows":[{"scope":"default","initCwnd":10},{"scope":"prefix:10.0.0.0/8","initCwnd":16,"initRwnd":90}]}}
            """.ReplaceLineEndings(""),
            json
        );
        var again = JsonSerializer.Deserialize(json, WireJson.Default.Bundle)!;
        Assert.Equal(BundleDigest.Of(bundle.Content), BundleDigest.Of(again.Content));
        Assert.Equal((bundle.Sequence, bundle.Issued, bundle.Expires), (again.Sequence, again.Issued, again.Expires));
    }

    [Fact]
    public void What_a_policy_asks_survives_the_wire()
    {
        var policy = PolicyReader
            .Read(
                "policy: a\nwindow: { initcwnd: 10 }\nscopes: [default, { prefix: 2001:db8::/32 }, { interface: eth0, window: { "
                    + "initrwnd: 90 } }]"
            )
            .Policy!;
        var content = BundleContent.From(policy, 3);
        var json = JsonSerializer.SerializeToUtf8Bytes(content, WireJson.Default.BundleContent);
        var again = JsonSerializer.Deserialize(json, WireJson.Default.BundleContent)!;
        Assert.Equal(BundleDigest.Of(content), BundleDigest.Of(again));
        Assert.Equal(
            policy.Scopes,
            again.Windows.Select(window => new ScopeRule(
                Scope.TryParse(window.Scope, out var scope) ? scope : throw new FormatException(window.Scope),
                new(window.InitCwnd, window.InitRwnd)
            ))
        );
    }

    [Fact]
    public void Bounds_within_which_a_host_decides_survive_the_wire()
    {
        var policy = PolicyReader
            .Read(
                "policy: a\nwindow: auto\nscopes: [default, { prefix: 10.1.0.0/16, window: learned }]\nauto: { max: 8, period: 0s "
                    + "}\nlearned: { endpoints: [10.0.0.0/8] }"
            )
            .Policy!;
        var json = JsonSerializer.Serialize(BundleContent.From(policy, 3), WireJson.Default.BundleContent);
        Assert.Contains(
            """{"scope":"default","steering":{"word":"auto","min":3,"max":8,"every":1000,"seconds":0}}""",
            json,
            StringComparison.Ordinal
        );
        var again = JsonSerializer.Deserialize(json, WireJson.Default.BundleContent)!;
        Assert.Equal(policy.Scopes.Select(rule => rule.Steering), again.Windows.Select(window => window.Steering!.Read()));
    }

    [Theory]
    [InlineData("soon", 3, 10, 1000)]
    [InlineData("auto", 11, 10, 1000)]
    [InlineData("auto", 1, 10, 1000)]
    [InlineData("auto", 3, 1023, 1000)]
    [InlineData("auto", 3, 10, 1)]
    [InlineData("auto", 3, 10, null)]
    [InlineData("learned", 10, 32, null)]
    public void Bounds_that_no_policy_can_write_are_not_read(string word, int min, int max, int? every) =>
        Assert.Null(new BundleSteering(word, min, max, every, 900, null).Read());

    [Fact]
    public void A_report_line_is_one_line()
    {
        var line = new ReportLine
        {
            Number = 1,
            At = Expires,
            Event = new(HostEventKind.Drifted, Digest, "somebody\nchanged it\r\u2028"),
        };
        var json = JsonSerializer.Serialize(line, WireJson.Default.ReportLine);
        Assert.DoesNotContain(json, char.IsControl);
        Assert.Equal(line, JsonSerializer.Deserialize(json, WireJson.Default.ReportLine));
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("{\"phase\":\"Applied\"}")]
    [InlineData("{\"phase\":\"NoSuchPhase\",\"stateHash\":\"\"}")]
    [InlineData("[]")]
    public void A_state_without_its_parts_is_refused(string json) =>
        Assert.Throws<JsonException>(() =>
            JsonSerializer.Deserialize(
                Encoding.UTF8.GetBytes($"{{\"number\":1,\"at\":\"2026-11-21T00:00:00Z\",\"state\":{json}}}"),
                WireJson.Default.ReportLine
            )
        );

    [Fact]
    public void A_newer_agent_may_say_more() =>
        Assert.Equal(
            4,
            JsonSerializer
                .Deserialize("{\"stateHash\":\"\",\"bootId\":\"b\",\"counter\":4,\"mood\":\"good\"}", WireJson.Default.CheckInRequest)!
                .Counter
        );

    [Theory]
    [InlineData("\"Failed\"", TargetOutcome.Failed)]
    [InlineData("\"Postponed\"", TargetOutcome.Unknown)]
    [InlineData("\"3\"", TargetOutcome.Unknown)]
    public void An_outcome_that_is_not_known_is_read_as_unknown(string json, TargetOutcome expected) =>
        Assert.Equal(
            expected,
            JsonSerializer
                .Deserialize(
                    $"{{\"id\":\"a\",\"owner\":\"\",\"strategy\":\"\",\"configured\":{{}},\"outcome\":{json}}}",
                    WireJson.Default.TargetState
                )!
                .Outcome
        );
}
