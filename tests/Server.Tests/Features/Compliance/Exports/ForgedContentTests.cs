using System.Security.Cryptography;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>A server's administrator can sign any content. Content that contradicts itself is detected anyway.</summary>
public sealed class ForgedContentTests(ExportedFleet fleet) : IClassFixture<ExportedFleet>, IDisposable
{
    private readonly ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);

    public void Dispose() => key.Dispose();

    private void Found(Func<TakenApart, TakenApart> forge, string said, Func<ExportManifest, ExportManifest>? manifest = null)
    {
        var check = TakenApart.Check(forge(TakenApart.Of(fleet.Zip)).Signed(key, manifest).Zip());
        Assert.True(
            check.Problems.Any(problem => problem.Contains(said, StringComparison.Ordinal)),
            string.Join('\n', check.Problems.DefaultIfEmpty("nothing was found"))
        );
    }

    private static string WithoutLastLine(string text) => text[..(text.TrimEnd('\r', '\n').LastIndexOf('\n') + 1)];

    [Fact]
    public void Signing_again_without_a_change_is_no_forgery() =>
        Assert.True(TakenApart.Check(TakenApart.Of(fleet.Zip).Signed(key).Zip()).Intact);

    [Fact]
    public void A_table_that_says_something_else_than_the_lines_is_found() =>
        Found(
            apart => apart.With(ExportNames.HostsCsv, text => text.Replace("good,", "fine,", StringComparison.Ordinal)),
            "differs from hosts.jsonl for host good"
        );

    [Fact]
    public void A_host_left_out_of_both_is_found_by_the_counts() =>
        Found(
            apart => apart.With(ExportNames.HostsCsv, WithoutLastLine).With(ExportNames.HostsJsonLines, WithoutLastLine),
            "hosts, but the manifest counts 7"
        );

    [Fact]
    public void A_host_left_out_of_one_is_found() =>
        Found(apart => apart.With(ExportNames.HostsCsv, WithoutLastLine), "hosts.csv line 8 is missing");

    [Fact]
    public void Counts_that_do_not_sum_are_found()
    {
        Found(
            apart => apart,
            ", not to the 6 hosts",
            manifest => manifest with { Counts = manifest.Counts with { Matched = 6, Excluded = 2 } }
        );
        Found(apart => apart, "do not add up to the fleet of 9", manifest => manifest with { Counts = manifest.Counts with { Fleet = 9 } });
    }

    [Fact]
    public void A_count_of_hosts_without_a_policy_that_the_rows_do_not_bear_out_is_found() =>
        Found(
            apart => apart,
            "0 rows are Compliant without a policy, but the manifest counts 1",
            manifest => manifest with { Counts = manifest.Counts with { WithoutPolicy = 1 } }
        );

    [Fact]
    public void An_export_of_a_server_that_did_not_count_hosts_without_a_policy_is_none_the_worse()
    {
        var old = TakenApart
            .Of(fleet.Zip)
            .Without("compliance.xlsx")
            .Signed(key, manifest => manifest with { Counts = manifest.Counts with { WithoutPolicy = null } });
        var check = TakenApart.Check(old.Zip());
        Assert.True(check.Intact, string.Join('\n', check.Problems));
    }

    [Fact]
    public void A_silent_host_that_is_not_named_is_found() =>
        Found(
            apart => apart,
            "rows had not reported",
            manifest => manifest with { Watermark = manifest.Watermark with { Silent = 0, SilentHosts = [] } }
        );

    [Fact]
    public void A_verdict_that_its_history_does_not_bear_out_is_found() =>
        Found(
            apart =>
                apart.With(
                    ExportNames.Changes,
                    text => text.Replace("its one target is as required", "its one target is fine", StringComparison.Ordinal)
                ),
            "is the last change of its host, but hosts.jsonl says otherwise"
        );

    [Fact]
    public void A_key_that_is_not_known_is_found() =>
        Found(
            apart =>
                apart.With(ExportNames.HostsJsonLines, text => text.Replace("{\"id\"", "{\"note\":1,\"id\"", StringComparison.Ordinal)),
            "does not match the format"
        );

    [Fact]
    public void A_verdict_that_is_none_is_found() =>
        Found(
            apart =>
                apart
                    .With(ExportNames.HostsJsonLines, text => text.Replace("NeverSeen", "Fine", StringComparison.Ordinal))
                    .With(ExportNames.HostsCsv, text => text.Replace("NeverSeen", "Fine", StringComparison.Ordinal)),
            "does not match the format at $.verdict"
        );

    [Fact]
    public void A_policy_that_is_not_the_required_one_is_found() =>
        Found(apart => apart.With("policies/edge/r1.yaml", text => text.Replace('3', '4')), "its digest differs");

    [Fact]
    public void An_instant_in_another_form_is_found() =>
        Found(
            apart => apart.With(ExportNames.HostsJsonLines, text => text.Replace("Z\",", "+00:00\",", StringComparison.Ordinal)),
            "does not match the format at $.since"
        );

    [Fact]
    public void Text_that_is_not_utf8_is_found() =>
        Found(apart => apart.With(ExportNames.HostsCsv, [.. apart.Bytes(ExportNames.HostsCsv), 0xff, 0xfe]), "is not UTF-8");
}
