using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>Rows of an export, made by hand: a host with every result, an excepted one, and hostile names.</summary>
internal static class SampleRows
{
    public static readonly DateTimeOffset AsOf = new(2026, 11, 27, 10, 0, 0, TimeSpan.Zero);

    public static readonly ControlCatalog Catalog = ControlCatalog.Of(StandardMapping.BuiltIn);

    /// <summary>Names that a host may have, and that a format may not survive.</summary>
    public static readonly IReadOnlyList<string> Names =
    [
        "web-1.example.net",
        "excepted",
        "=cmd|' /C calc'!A0",
        "<script>alert(1)</script> &amp; \"q\" ]]>",
        "\u202eevil\u202c \U0001F600",
        "a\0b\u001bc\ud800d\uffff",
        "under_score a..b x.",
        new string('n', 10_000),
    ];

    /// <summary>An exception of <see cref="Hosts"/>, by the columns of its CSV.</summary>
    public static readonly IReadOnlyList<string> Exception =
    [
        "e1",
        "site:fra",
        "old <NIC>",
        "T-1",
        "user:ann & bob",
        "2026-11-20T09:00:00.000Z",
        "",
        "",
        "",
        "",
    ];

    public static IReadOnlyList<ComplianceHost> Hosts { get; } =
    [
        .. Names.Select(
            (name, number) =>
                new ComplianceHost
                {
                    Id = $"019ac000-0000-7000-8000-{number:D12}",
                    Name = name,
                    Os = "linux",
                    OsName = "Debian GNU/Linux 12 (bookworm)",
                    Kernel = name,
                    AgentVersion = "0.9.0",
                    Labels = new Dictionary<string, string> { ["site"] = "fra" },
                    Verdict = number == 1 ? Verdict.Excepted : Verdict.Drifted,
                    Reason = $"1 of 1 targets differ on {name}",
                    Since = AsOf.AddHours(-1),
                    Exception = number == 1 ? "old <NIC> (T-1)" : null,
                    Enrolled = AsOf.AddDays(-1),
                    Controls = number == 2 ? null : new ControlResults("1f2p3n4c5u6p7p8p9p10p11p12p13p").ById(),
                }
        ),
    ];

    public static ExportManifest Manifest { get; } = Of(Hosts);

    public static ExportManifest Of(IReadOnlyList<ComplianceHost> hosts)
    {
        var controls = new ControlCounts();
        foreach (var host in hosts)
            controls.Add(host.Controls);
        return new()
        {
            Format = ExportManifest.Version2,
            Generator = "iwtune-server 0.0.0",
            Generated = AsOf,
            By = "user:test",
            Parameters = new(AsOf, AsOf.AddDays(-30), "", "UTC"),
            Watermark = new(AsOf, 0, [], "Complete."),
            Counts = new(hosts.Count, hosts.Count, 0, hosts.CountBy(host => host.Verdict).ToDictionary()) { Controls = controls.Counts },
            Policies = [],
            Audit = new(0, "", null),
            Signing = new(ExportSigning.Es256, "", ""),
            Files = [],
        };
    }
}
